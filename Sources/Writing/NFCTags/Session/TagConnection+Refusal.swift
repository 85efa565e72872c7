internal import Faults

/// A question that a tag answers whatever it is, and the length of the answer.
struct Witness {
    let command: [UInt8]
    let count: Int

    /// GET_VERSION, of a tag that is known to answer it.
    static let version = Witness(command: Type2Command.getVersion, count: 8)
    /// The first four pages, which can be read on a tag whose other pages need a key.
    static let start = Witness(command: Type2Command.read(0), count: 16)
}

extension TagConnection {
    /// How often a tag must refuse a command while other answers arrive: of answers that are lost at random, half of
    /// them, one tag in a thousand would pass for one that refuses it.
    static let refusalAttempts = 5

    /// The answer of `count` bytes to a command that changes nothing; nil when the tag refuses the command, and is
    /// active then. A reader does not distinguish a refusal from an answer that was lost, so the command must come to
    /// nothing several times while the tag answers the witness each time. Throws `unheard` when it does not.
    func answer(
        to command: [UInt8], of count: Int, unlessRefusedBeside witness: Witness,
        unheard: @autoclosure () -> TagError
    ) async throws(TagError) -> [UInt8]? {
        for _ in 1...Self.refusalAttempts {
            if let answer = try await ask(command, for: count) { return answer }
            // A tag that refuses a command goes to sleep over it.
            try await select()
            guard try await ask(witness.command, for: witness.count) != nil else { throw unheard() }
        }
        return nil
    }
}
