public import Faults

/// What a person says about a change that cannot be undone; the journal keeps it.
public enum StatedReason {
    /// Refuses a text that says nothing, or is longer than 500 characters. `subject`: what it is, in one word.
    public static func check(_ text: String, as subject: String = "reason") throws(RegistryError) {
        guard text.contains(where: { !$0.isWhitespace }), text.count <= 500 else {
            throw RegistryError(
                .badReason, "the \(subject) is refused", why: "it is empty, or longer than 500 characters",
                next: "say it in a few words; nothing was changed")
        }
    }
}
