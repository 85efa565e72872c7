public import NDEF

/// A tag that can be made read-only for ever.
///
/// A plan is made from an image that was read back and holds the message: nothing irreversible is planned before the
/// data is right. An image of a tag that was torn away while it was locked gives the plan for the rest; an empty plan
/// is a lock that is complete, to be verified.
public protocol Lockable: Sendable {
    /// Why the tag can never be locked, decided from an image before anything is written; nil when it can be.
    func objectionToLocking(_ image: TagImage) -> TagError?

    /// Plans the lock of a tag that holds `message`, or says why it cannot be. `mirror` is what the tag may show inside
    /// the message.
    func planLock(
        of image: TagImage, holding message: NDEFMessage, mirror: TextMirror?, options: LockOptions
    ) throws(TagError) -> LockPlan

    /// Carries out a plan. Whatever is set is set for ever.
    func lock(_ plan: LockPlan, password: TagPassword?) async throws(TagError)

    /// Selects the tag again, reads the lock back and tries one write of a page's own content, which must be refused.
    func verifyLock(_ plan: LockPlan) async throws(TagError)
}

/// What else a lock does.
public struct LockOptions: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The capability container says read-only as well, so that phones do not offer to write. On a Type 4 tag that is
    /// all there is to a lock, and on a Type 5 tag the first part of it, asked for or not.
    public static let readOnlyContainer = LockOptions(rawValue: 1)
}
