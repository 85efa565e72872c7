public import Chips

/// A chip or a label that carried a tag and does so no more by the journal: it may still hang somewhere.
public struct FormerCarrier: Hashable, Sendable, Codable {
    public enum Cause: String, Hashable, Sendable, Codable, CaseIterable {
        /// The tag was given another chip or label: this one was spoiled.
        case replaced
        /// The tag went out of service.
        case retired
        /// A printed label whose tag was given another URL.
        case revised
    }

    public let tag: TagID
    /// Nil for a label.
    public let uid: ChipUID?
    /// What it holds, as far as the journal knows.
    public let url: String?
    public let cause: Cause
    /// When it ceased to be the tag's carrier.
    public let ended: Timestamp

    public init(tag: TagID, uid: ChipUID?, url: String?, cause: Cause, ended: Timestamp) {
        self.tag = tag
        self.uid = uid
        self.url = url
        self.cause = cause
        self.ended = ended
    }
}
