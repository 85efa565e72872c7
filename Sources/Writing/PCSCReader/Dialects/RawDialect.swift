/// How readers of one family let a tag's own command through. Which one a reader speaks is known by its kind and never
/// tried: an ACR1252U stops answering after commands that it does not know.
protocol RawDialect {
    /// What is sent before the first command of a selection, with the answers' data that must come.
    var opening: [[UInt8]] { get }
    /// What is sent after the last one, before any other command.
    var closing: [UInt8]? { get }
    /// A tag's command in the reader's own.
    func wrapped(_ command: [UInt8]) -> [UInt8]
    /// What the reader says that the tag has answered.
    func unwrapped(_ answer: CardAnswer) -> TagAnswer
    /// Whether a command of `opening` or `closing` was carried out.
    func isAccepted(_ answer: CardAnswer) -> Bool
}

/// What a tag has answered, as far as a reader says.
enum TagAnswer: Hashable, Sendable {
    case bytes([UInt8])
    case acknowledged
    /// Refused, damaged, or silence: for a write, its outcome is unknown.
    case failed(String)
}
