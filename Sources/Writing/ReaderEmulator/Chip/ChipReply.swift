/// What a chip does with a command.
enum ChipReply: Sendable, Equatable {
    /// The payload of the answer: command code plus one, then data. `delay` is what a slow tag adds.
    case answer([UInt8], delay: Duration = .zero)
    /// The chip looks for a tag and answers when one comes, or when the time is up; nil is for ever.
    case waitingForTag(atMost: Duration?)
    /// The command's code or parameters make no sense.
    case syntaxError
}
