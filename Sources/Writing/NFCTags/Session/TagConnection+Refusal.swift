internal import Chips
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
        try await unlessRefused(beside: witness, unheard: unheard()) { () throws(TagError) in
            try await ask(command, for: count)
        }
    }

    /// The same for whatever gives nothing where the tag refuses it. What is tried must do no harm when it is done again,
    /// and when it was done although its answer was lost.
    func unlessRefused<Answer>(
        beside witness: Witness, unheard: @autoclosure () -> TagError,
        _ attempt: () async throws(TagError) -> Answer?
    ) async throws(TagError) -> Answer? {
        for _ in 1...Self.refusalAttempts {
            if let answer = try await attempt() { return answer }
            // A tag that refuses a command goes to sleep over it.
            try await select()
            guard try await ask(witness.command, for: witness.count) != nil else { throw unheard() }
        }
        return nil
    }

    /// Whether the tag takes a write of what the page holds already. A write whose answer was lost was not refused.
    func takes(_ write: PageWrite, beside witness: Witness) async throws(TagError) -> Bool {
        let taken = try await unlessRefused(
            beside: witness, unheard: .unproved(uid)
        ) { () throws(TagError) -> Bool? in
            do throws(TagLinkError) {
                _ = try await link.transceive(Type2Command.write(write), expecting: .acknowledgement)
                return true
            } catch {
                if error.concernsReader { throw .readerFailed(uid, error) }
                return nil
            }
        }
        return taken ?? false
    }
}

extension TagError {
    /// A write that a lock should refuse came to nothing, and so did a question that every tag answers.
    static func unproved(_ uid: ChipUID) -> TagError {
        TagError(
            code: .noAnswer, message: "whether tag \(uid) is locked is not proved",
            reason: "it can be selected, but not all of its answers arrive",
            next: "put the tag on the middle of the reader again")
    }
}
