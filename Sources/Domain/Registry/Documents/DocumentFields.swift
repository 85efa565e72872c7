internal import AppClips
internal import Geodesy
internal import TextCoding

/// A row of a set of documents as bytes: its fields one behind the other, so that two different rows never have the same.
///
/// A text is its length in bytes (decimal), a colon and its UTF-8: `5:table`. What is missing is `-`. A number is the text
/// of its IEEE 754 bits, 16 hexadecimal digits in lower case; zero has no sign. A list is the text of its length, and its
/// elements. See docs/journal.md.
struct DocumentFields {
    private(set) var bytes: [UInt8] = []

    init() { bytes.reserveCapacity(256) }

    mutating func add(_ text: String) {
        bytes += String(text.utf8.count).utf8
        bytes.append(0x3A)
        bytes += text.utf8
    }

    mutating func add(_ text: String?) {
        guard let text else { return bytes.append(0x2D) }
        add(text)
    }

    mutating func add(_ number: Double?) {
        // The sign of zero is not kept by every storage.
        add(number.map { Hexadecimal.lowercase($0.isZero ? 0 : $0.bitPattern) })
    }

    mutating func add(_ flag: Bool) { add(flag ? "1" : "0") }

    mutating func add(_ place: Coordinate?) {
        add(place?.latitude)
        add(place?.longitude)
    }
}

extension Hexadecimal {
    /// 16 digits.
    fileprivate static func lowercase(_ bits: UInt64) -> String {
        lowercase((0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) })
    }
}

extension Store {
    var document: [UInt8] {
        var fields = DocumentFields()
        fields.add(id.text)
        fields.add(deployment?.text)
        fields.add(name)
        fields.add(region?.centre)
        fields.add(region?.radius)
        fields.add(address)
        fields.add(isRoaming)
        fields.add(place)
        return fields.bytes
    }
}

extension Experience {
    var document: [UInt8] {
        var fields = DocumentFields()
        fields.add(url.text)
        fields.add(deployment?.text)
        fields.add(card.title)
        fields.add(card.subtitle)
        fields.add(card.action.rawValue)
        fields.add(store?.text)
        fields.add(image)
        fields.add(language)
        fields.add(status.rawValue)
        fields.add(app)
        return fields.bytes
    }
}

extension DeploymentProfile {
    var document: [UInt8] {
        var fields = DocumentFields()
        fields.add(name)
        fields.add(template)
        fields.add(String(apps.count))
        for app in apps { fields.add(app) }
        fields.add(String(appStoreIDs.count))
        for (app, number) in appStoreIDs.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            fields.add(app)
            fields.add(number)
        }
        fields.add(push)
        fields.add(chip)
        // A deployment that says none of these has the bytes of a version that knew none of them.
        let saysMore = !android.isEmpty || order != nil
        if !fullApps.isEmpty || minimumIOS != nil || saysMore {
            fields.add(String(fullApps.count))
            for app in fullApps { fields.add(app) }
            fields.add(minimumIOS)
        }
        if saysMore {
            fields.add(String(android.count))
            for app in android {
                fields.add(app.name)
                fields.add(String(app.fingerprints.count))
                for fingerprint in app.fingerprints { fields.add(fingerprint) }
            }
            fields.add(order?.url)
            let labels = order?.labels ?? [:]
            fields.add(String(labels.count))
            for (language, label) in labels.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
                fields.add(language)
                fields.add(label)
            }
        }
        return fields.bytes
    }
}

extension Batch {
    /// Without its tags.
    var document: [UInt8] {
        var fields = DocumentFields()
        fields.add(name.text)
        fields.add(deployment?.text)
        fields.add(template)
        fields.add(rules.protection.rawValue)
        fields.add(rules.mirror?.rawValue)
        fields.add(rules.genuineness.rawValue)
        fields.add(isPaused)
        fields.add(isDoubtful)
        return fields.bytes
    }
}

extension Tag {
    /// Its plan, in a row of its batch.
    public func document(inRow row: Int64) -> [UInt8] {
        var fields = DocumentFields()
        fields.add(String(row))
        fields.add(id.text)
        fields.add(store.text)
        fields.add(store.deployment?.text)
        fields.add(placement)
        fields.add(medium.rawValue)
        fields.add(url)
        fields.add(deployed?.position)
        fields.add(deployed?.accuracy)
        fields.add(deployed?.time?.iso8601)
        return fields.bytes
    }
}

extension RegistryTables {
    /// The rows of a set, in the order in which its digest is taken: stores by identifier and deployment, experiences by
    /// URL, deployments and batches by name, each byte for byte, and tags in the order of their batch's rows, which are
    /// digested in blocks: see ``PlanBlock``.
    public func forEachDocument(of set: DocumentSet, _ receive: ([UInt8]) throws -> Void) throws {
        switch set {
        case .stores: for store in try stores() { try receive(store.document) }
        case .experiences: for experience in try experiences() { try receive(experience.document) }
        case .deployments: for profile in try profiles() { try receive(profile.document) }
        case .batches:
            for head in try batchHeads().sorted(by: { $0.name < $1.name }) { try receive(head.document) }
        case .tags(let batch): try forEachTag(of: batch) { try receive($0.document(inRow: $1)) }
        }
    }
}
