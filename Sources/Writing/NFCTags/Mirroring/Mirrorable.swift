public import NDEF

/// A tag that can show its UID or a counter of its reads inside its message.
///
/// Planned, as a protection is, on an image that was read back and holds the message; carried out before a protection.
public protocol Mirrorable: Sendable {
    /// Plans to switch the mirror on for a tag that holds `message`. Empty when it is on as it should be.
    func planMirror(
        of image: TagImage, holding message: NDEFMessage, mirror: TextMirror
    ) throws(TagError) -> MirrorPlan

    /// Carries out a plan.
    func switchOn(_ plan: MirrorPlan, password: TagPassword?) async throws(TagError)

    /// Selects the tag again, reads what it shows and its configuration, and returns that image, on which a protection
    /// can be planned.
    @discardableResult
    func verifyMirror(_ plan: MirrorPlan) async throws(TagError) -> TagImage
}
