public import Faults

/// Why the tags of a batch are not written or printed, or its rules not changed.
public typealias BatchRefusal = Fault<BatchFaultCode>

public enum BatchFaultCode: String, FaultCode, CaseIterable {
    /// The batch is being written.
    case batchInWork = "batch-in-work"
    /// A step that cannot be undone was not confirmed by name.
    case confirmationRequired = "confirmation-required"
    /// The station is outside the region of the batch's stores.
    case elsewhere
    /// The station does not have a key to make tag passwords from.
    case noKey = "no-key"
    /// The batch does not have NFC tags.
    case noNFCTags = "no-nfc-tags"
    /// The batch's tags are not protected by a password.
    case noPassword = "no-password"
    /// A tag's URL has no place for what its chip is to show.
    case noPlaceholder = "no-placeholder"
    /// The batch does not have such a label in service.
    case notPrintable = "not-printable"
    /// The URL of a tag, or the experience that answers, is another store's.
    case otherStore = "other-store"
    /// The batch is paused.
    case paused
    /// A label of the request was printed before.
    case printedBefore = "printed-before"
    /// The registry was restored, and the batch waits to be checked.
    case restored
    /// No registered experience certainly answers for the URL of a tag.
    case unregistered
}

extension BatchFaultCode {
    init(_ code: BatchCheck.Doubt.Code) {
        switch code {
        case .unregistered: self = .unregistered
        case .otherStore: self = .otherStore
        }
    }
}

extension BatchRefusal {
    /// A job that runs keeps to the tags and rules that it began with.
    public static func inWork(_ failure: String) -> BatchRefusal {
        BatchRefusal(
            .batchInWork, failure, why: "it is being written", next: "end that first, or wait until it is done")
    }

    /// A batch has one job at a time: one that asks for the same may join it.
    public static func inWorkOtherwise(_ batch: BatchName) -> BatchRefusal {
        BatchRefusal(
            .batchInWork, "batch \(batch) is being written otherwise",
            why: "a job with other options (--overwrite, --pick, --revisit) runs",
            next: "end it first, or use its options")
    }

    static func noKey(_ failure: String, why: String) -> BatchRefusal {
        BatchRefusal(
            .noKey, failure, why: why,
            next: "make a key (waymark key create FILE) and give it to the daemon: waymarkd --tag-key FILE")
    }
}

extension Batch {
    /// Refuses rules for which the URL of a tag has no place: what its chip is to show takes the place of digits.
    public func checkPlaceholders(for rules: BatchRules) throws(BatchRefusal) {
        guard let mirror = rules.mirror,
            let tag = tags.first(where: {
                $0.medium == .nfc && $0.state != .retired && !$0.url.contains(mirror.placeholder)
            })
        else { return }
        throw BatchRefusal(
            .noPlaceholder, "the tags of batch \(name) cannot show what they are to show",
            why: "the URL \(tag.url) of tag \(tag.id) has no place for it: \(mirror.placeholder)",
            next: "put \(mirror.placeholder) into the template, where the digits are to appear")
    }

    /// The rotation to the station's current key. Refuses for a batch without passwords, and without a key.
    public func rotation(to key: KeyName?) throws(BatchRefusal) -> KeyRotation {
        let failure = "batch \(name) gets no other key"
        guard rules.protection == .password else {
            throw BatchRefusal(
                .noPassword, failure, why: "its tags are not protected by a password",
                next: "see: waymark batch show \(name)")
        }
        guard let key else { throw .noKey(failure, why: "this station has no key to make passwords from") }
        return KeyRotation(batch: name, key: key)
    }
}
