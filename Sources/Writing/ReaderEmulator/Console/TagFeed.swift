/// A simulated patient operator, as a state machine: what happens at the antenna in, what to do out.
///
/// A tag stays until it has been written to and the reader has then looked for tags twice without a command in between:
/// the writer is done with it. The next tag is put down when the reader has seen the antenna empty. A tag that was torn
/// away is put down again.
struct TagFeed: Sendable {
    enum Action: Sendable, Equatable {
        /// Take the tag away.
        case takeAway
        /// Put down the next tag.
        case putDownNext
        /// Put the same tag down again.
        case putDownAgain
        /// Take the last tag away; the work is done.
        case finish
    }

    private enum Phase: Sendable {
        case present(isWritten: Bool, idlePolls: Int)
        case torn
        case betweenTags
        case finished
    }

    private static let idlePollsNeeded = 2
    /// How many tags there are to feed.
    let count: Int
    /// How many have been written and taken away.
    private(set) var done = 0
    private var phase = Phase.present(isWritten: false, idlePolls: 0)

    init(count: Int) {
        self.count = count
    }

    /// Takes in what happened at the antenna.
    mutating func happened(_ event: AntennaEvent) -> Action? {
        switch (phase, event) {
        // RATS is the end of a selection.
        case (.present, .command(let command)) where command.first == 0xE0 && command.count == 2: return nil
        case (.present(let isWritten, _), .command(let command)):
            let isPageWrite = command.first == 0xA2 || command.first == 0xA0
            // UPDATE BINARY at the start of a block of ISO/IEC 14443-4.
            let isFileWrite = command.count > 2 && command[0] & 0xEE == 0x02 && command[2] == 0xD6
            let isWrite = isPageWrite || isFileWrite
            phase = .present(isWritten: isWritten || isWrite, idlePolls: 0)
            return nil
        case (.present(true, let idlePolls), .selected): return selected(idlePolls: idlePolls + 1)
        case (.present, .removed):
            phase = .torn
            return nil
        case (.torn, .foundNone):
            phase = .present(isWritten: false, idlePolls: 0)
            return .putDownAgain
        case (.betweenTags, .foundNone):
            phase = .present(isWritten: false, idlePolls: 0)
            return .putDownNext
        default: return nil
        }
    }

    private mutating func selected(idlePolls: Int) -> Action? {
        guard idlePolls >= Self.idlePollsNeeded else {
            phase = .present(isWritten: true, idlePolls: idlePolls)
            return nil
        }
        done += 1
        phase = done == count ? .finished : .betweenTags
        return done == count ? .finish : .takeAway
    }
}
