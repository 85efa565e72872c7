import Faults
import NFCTags
import ReaderCheck
import ReaderEmulator
import ReaderProtocol
import Synchronization
import Testing

/// What the check of a reader writes to see whether that works is not the tag's to keep.
@Suite(.timeLimit(.minutes(1))) struct `The check of a reader, with a page that it borrows,` {
    private static let debt = "page 27 of tag 04574D00000180 held 01 02 03 04 before, which was not written back"

    /// What the person does when told to put a tag back that was lifted while it was written.
    private enum Answer: Hashable {
        case puts, leaves
        /// Ctrl-C, with the tag on the reader or in the hand.
        case interrupts(puts: Bool)
    }

    private final class Person: CheckBench {
        let antenna: Antenna
        let link: any TagLink
        let tagTimeout = Duration.milliseconds(200)
        private let answer: Answer
        private let hand: Hand
        /// Ends the check.
        let interruption = Mutex<(@Sendable () -> Void)?>(nil)

        /// `link`: the reader, made of an antenna and of what lifts the tag.
        init(_ answer: Answer, _ link: (EmulatedTagLink, @escaping @Sendable () -> Void) -> any TagLink) {
            let (antenna, hand) = (Antenna(), Hand(`The check of a reader, with a page that it borrows,`.tag))
            (self.antenna, self.hand, self.answer) = (antenna, hand, answer)
            self.link = link(EmulatedTagLink(antenna: antenna, capabilities: [.raw])) { hand.take(from: antenna) }
        }

        /// As it is now.
        var tag: any EmulatedTag { antenna.anyTag ?? hand.tag }

        func reopenPlain() -> (any TagLink)? { nil }
        func isReaderBack() -> Bool { true }
        func takeTrace() -> [TracedExchange] { [] }

        func instruct(_ text: String) {
            if text.hasPrefix("Take") { return hand.take(from: antenna) }
            guard antenna.anyTag == nil else { return }
            let isAskedForAgain = text.hasPrefix("Put tag")
            if !isAskedForAgain || answer == .puts || answer == .interrupts(puts: true) { antenna.insert(tag) }
            if isAskedForAgain, case .interrupts = answer { interruption.withLock(\.self)?() }
        }
    }

    /// What holds the tag while it is not on the reader.
    private final class Hand: Sendable {
        private let held: Mutex<any EmulatedTag>

        init(_ tag: any EmulatedTag) { held = Mutex(tag) }

        var tag: any EmulatedTag { held.withLock(\.self) }

        func take(from antenna: Antenna) {
            if let tag = antenna.take() { held.withLock { $0 = tag } }
        }
    }

    private static var tag: ReaderEmulator.Type2Tag {
        var tag = ReaderEmulator.Type2Tag(.ntag213, uid: ReaderEmulator.Type2Tag.uid(numbered: 1))
        tag.memory[0x27] = [1, 2, 3, 4]
        return tag
    }

    /// Checks with a person, who may end it. What was answered, with the page in the end.
    private static func check(_ person: Person) async throws -> (answers: [ReaderAnswer], page: [UInt8]) {
        let answers = Answers()
        let (beginning, begin) = AsyncStream.makeStream(of: Void.self)
        let checking = Task {
            for await _ in beginning { break }
            do {
                try await HardwareCheck(person, tags: [.ntag]) { answers.append($0) }.run()
            } catch is CancellationError {}
        }
        person.interruption.withLock { $0 = { checking.cancel() } }
        begin.yield()
        try await checking.value
        return (answers.all, try #require(person.tag as? ReaderEmulator.Type2Tag).memory[0x27])
    }

    private final class Answers: Sendable {
        private let list = Mutex<[ReaderAnswer]>([])
        var all: [ReaderAnswer] { list.withLock(\.self) }
        func append(_ answer: ReaderAnswer) { list.withLock { $0.append(answer) } }
    }

    /// The tag is lifted right after the page was written.
    private static func slipping(_ answer: Answer) -> Person {
        Person(answer) { link, lift in StartledLink(link, byOneOf: [[0xA2]], event: lift) }
    }

    @Test func `says which bytes a tag is owed that is not put back`() async throws {
        let (answers, page) = try await Self.check(Self.slipping(.leaves))
        let answer = try #require(answers.first { $0.question == .write })
        #expect(answer.verdict == .unanswered && answer.seen.hasSuffix(Self.debt))
        #expect(page == [0xFE, 0xFD, 0xFC, 0xFB])
    }

    @Test func `says the same when it is interrupted meanwhile`() async throws {
        let (answers, page) = try await Self.check(Self.slipping(.interrupts(puts: false)))
        let answer = try #require(answers.last)
        #expect(answer.question == .write && answer.verdict == .unanswered)
        #expect(answer.seen == "it was interrupted; " + Self.debt)
        #expect(page == [0xFE, 0xFD, 0xFC, 0xFB])
    }

    @Test func `gives it back at last when it is interrupted with the tag on the reader`() async throws {
        let (answers, page) = try await Self.check(Self.slipping(.interrupts(puts: true)))
        let answer = try #require(answers.last)
        #expect(answer.question == .write && answer.seen == "it was interrupted")
        #expect(page == [1, 2, 3, 4])
    }

    /// Its first write of the page is kept, and the one that gives it back is acknowledged alone.
    @Test func `does not say that it is back where a reader only says so`() async throws {
        let person = Person(.puts) { link, _ in TiredLink(link) }
        let (answers, page) = try await Self.check(person)
        let answer = try #require(answers.first { $0.question == .write })
        #expect(answer.verdict == .unexpected && answer.seen.hasSuffix(Self.debt))
        #expect(page == [0xFE, 0xFD, 0xFC, 0xFB])
    }
}

/// A link that acknowledges all writes of page 27, and carries out the first.
private final class TiredLink: TagLink {
    private let link: EmulatedTagLink
    private let isTired = Mutex(false)

    init(_ link: EmulatedTagLink) { self.link = link }

    var capabilities: LinkCapabilities { get async { link.capabilities } }

    func select() async throws(TagLinkError) -> SelectedTag? { try await link.select() }

    func transceive(_ command: [UInt8], expecting reply: ReplyKind) async throws(TagLinkError) -> [UInt8] {
        let isForgotten =
            command.starts(with: [0xA2, 0x27])
            && isTired.withLock { isTired in
                defer { isTired = true }
                return isTired
            }
        return isForgotten ? [] : try await link.transceive(command, expecting: reply)
    }
}
