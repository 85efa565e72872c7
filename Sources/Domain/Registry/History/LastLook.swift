public import Chips

/// What the last audit that saw a content said of it.
public struct LastLook: Hashable, Sendable {
    public let url: String
    /// Nil for a code.
    public let uid: ChipUID?
    /// The store that the content opens.
    public let store: StoreID?
    /// As in ``TagVerdict``.
    public let verdict: String?
    public let foundStore: StoreID?
    /// Seconds since 1970.
    public let lastSeen: Int64

    public init(url: String, uid: ChipUID?, store: StoreID?, verdict: String?, foundStore: StoreID?, lastSeen: Int64) {
        self.url = url
        self.uid = uid
        self.store = store
        self.verdict = verdict
        self.foundStore = foundStore
        self.lastSeen = lastSeen
    }
}
