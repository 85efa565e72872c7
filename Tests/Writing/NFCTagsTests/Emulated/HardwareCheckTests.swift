import Chips
import NDEF
import NFCTags
import ReaderCheck
import ReaderEmulator
import ReaderProtocol
import Synchronization
import Testing

/// The check of a reader on emulated tags, without a worker between: what it does to the tags that it is given.
@Suite(.timeLimit(.minutes(1))) struct `The check of a reader, with tags that it must not change,` {
    /// A person who puts down the one tag there is, and takes it away when told to.
    private final class Person: CheckBench {
        let antenna = Antenna()
        let link: any TagLink
        let tagTimeout = Duration.milliseconds(200)
        private let hand: Hand

        /// `slips`: whether the tag is lifted by accident, right after the first command that writes.
        init(_ tag: any EmulatedTag, _ capabilities: LinkCapabilities, slips: Bool) {
            let (antenna, hand) = (antenna, Hand(tag))
            self.hand = hand
            let link = EmulatedTagLink(antenna: antenna, capabilities: capabilities)
            guard slips else {
                self.link = link
                return
            }
            // WRITE; WRITE SINGLE BLOCK by the reader's own command, and in a frame.
            let writes: [[UInt8]] = [[0xA2], [0x21], [0x22, 0x21]]
            self.link = StartledLink(link, byOneOf: writes) { hand.take(from: antenna) }
        }

        /// As it is now.
        var tag: any EmulatedTag { antenna.anyTag ?? hand.tag }

        func reopenPlain() -> (any TagLink)? { EmulatedTagLink(antenna: antenna, capabilities: [.plain]) }
        func isReaderBack() -> Bool { true }
        func takeTrace() -> [TracedExchange] { [] }

        func instruct(_ text: String) {
            if text.hasPrefix("Take") {
                hand.take(from: antenna)
            } else if antenna.anyTag == nil {
                antenna.insert(tag)
            }
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

    private static func answers(
        _ tag: any EmulatedTag, _ kind: SpareTag, over capabilities: LinkCapabilities, overwrites: Bool = false,
        slips: Bool = false
    ) async throws -> (verdicts: [CheckQuestion: ReaderAnswer.Verdict], left: any EmulatedTag) {
        let person = Person(tag, capabilities, slips: slips)
        let check = HardwareCheck(person, tags: [kind], overwrites: overwrites)
        try await check.run()
        return (Dictionary(check.answers.map { ($0.question, $0.verdict) }) { $1 }, person.tag)
    }

    /// Behind the 128 bytes of a MIFARE Ultralight EV1 are its configuration and its password, on the page that is the last
    /// one of an NTAG213's user memory. What it is cannot be asked here, and its container may say too much.
    @Test(
        arguments: [(UInt8(0x05), ReaderAnswer.Verdict.unanswered), (0x10, .expected), (0x12, .expected)],
        [LinkCapabilities.plain, [.plain, .raw]])
    func `sets no password on a tag that is not known to be an NTAG`(
        _ declared: (size: UInt8, verdict: ReaderAnswer.Verdict), capabilities: LinkCapabilities
    ) async throws {
        var tag = Type2Tag(.ultralightUL21, uid: Type2Tag.uid(numbered: 1))
        tag.memory[3] = [0xE1, 0x10, declared.size, 0x00]
        tag.memory[4] = [0x03, 0x00, 0xFE, 0x00]
        let (verdicts, left) = try await Self.answers(tag, .ntag, over: capabilities)
        #expect(verdicts[capabilities.contains(.raw) ? .plainWrite : .write] == declared.verdict)
        #expect(left.dump.suffix(20) == tag.dump.suffix(20))
        let memory = try #require(left as? Type2Tag).memory
        #expect(memory[0x27] == tag.memory[0x27] && memory[0x0F] == tag.memory[0x0F])
    }

    /// A tag of a library, without a container: its data may begin with block 0, or be behind all that the check writes.
    @Test(arguments: [0, 24]) func `takes no Type 5 tag with data of another system`(block: Int) async throws {
        let tag = Type5Bench.tag(.slix, [block: "11 22 33 44"])
        let (verdicts, left) = try await Self.answers(tag, .type5, over: [.type5, .type5Raw])
        #expect(left.dump == tag.dump)
        #expect(verdicts[.vicinitySelection] == .unanswered && verdicts[.vicinityMessage] == .unanswered)
    }

    @Test(arguments: [false, true])
    func `takes no tag whose bytes are not NDEF, unless it may be overwritten`(overwrites: Bool) async throws {
        var tag = Type2Tag(.ntag213, uid: Type2Tag.uid(numbered: 1))
        tag.memory[4] = hex("03 FE 11 22")
        let (verdicts, left) = try await Self.answers(tag, .ntag, over: [.raw], overwrites: overwrites)
        #expect(verdicts[.message] == (overwrites ? .expected : .unanswered))
        #expect((left.dump == tag.dump) == !overwrites)
    }

    /// Writing would be undoing a lock, whether the tag is empty or holds what the check writes.
    @Test(arguments: ["03 00 FE 00", nil] as [String?], [false, true])
    func `undoes no container that forbids writing`(message: String?, overwrites: Bool) async throws {
        let url = try NDEFMessage(uri: "https://example.com/reader-check").encoded
        let data = message.map { hex($0) } ?? [0x03, UInt8(url.count)] + url + [0xFE]
        for type5 in [LinkCapabilities.type5Raw, .type5] {
            // The second one is of a version that is not known.
            for container in ["E1 43 0D 00", "E1 83 0D 00"] {
                var tag = Type5Bench.tag(.slix, [0: container])
                tag.memory.put(data, at: 1)
                let (verdicts, left) = try await Self.answers(tag, .type5, over: type5, overwrites: overwrites)
                #expect(left.dump == tag.dump)
                #expect(verdicts[.vicinityMessage] == .unanswered)
            }
        }
        for raw in [LinkCapabilities.raw, .plain, [.plain, .raw]] {
            var tag = Type2Tag(.ntag213, uid: Type2Tag.uid(numbered: 1))
            tag.memory[3] = hex("E1 10 12 0F")
            tag.memory.put(hex("01 03 A0 0C 34") + data, at: 4)
            let (verdicts, left) = try await Self.answers(tag, .ntag, over: raw, overwrites: overwrites)
            #expect(left.dump == tag.dump)
            #expect(verdicts[.message] == .unanswered)
        }
    }

    @Test(arguments: [false, true])
    func `opens no Type 5 container that restricts reading`(overwrites: Bool) async throws {
        let tag = Type5Bench.tag(.slix, [0: "E1 4C 0D 00", 1: "03 00 FE 00"])
        let (verdicts, left) = try await Self.answers(
            tag, .type5, over: [.type5, .type5Raw], overwrites: overwrites)
        #expect(left.dump == tag.dump)
        #expect(verdicts[.vicinityMessage] == .unanswered)
    }

    /// The question is asked again, and what the page held before is what it holds in the end.
    @Test(arguments: [LinkCapabilities.raw, .plain, [.plain, .raw]])
    func `gives a page back to a tag that left while it was written`(capabilities: LinkCapabilities) async throws {
        var tag = Type2Tag(.ntag213, uid: Type2Tag.uid(numbered: 1))
        tag.memory[0x27] = [1, 2, 3, 4]
        tag.memory[0x0F] = [5, 6, 7, 8]
        let (verdicts, left) = try await Self.answers(tag, .ntag, over: capabilities, slips: true)
        let memory = try #require(left as? Type2Tag).memory
        #expect(memory[0x27] == [1, 2, 3, 4] && memory[0x0F] == [5, 6, 7, 8])
        #expect(verdicts[.write] == .expected && verdicts[.message] == .expected)
    }

    @Test(arguments: [LinkCapabilities.type5Raw, .type5])
    func `gives a block back to a tag that left while it was written`(capabilities: LinkCapabilities) async throws {
        // Blocks behind its message are nothing to a tag with a container.
        let tag = Type5Bench.tag(.slix, [0: "E1 40 0D 00", 1: "03 00 FE 00", 26: "01 02 03 04"])
        let (verdicts, left) = try await Self.answers(tag, .type5, over: capabilities, slips: true)
        #expect(try #require(left as? Type5Tag).memory[26] == [1, 2, 3, 4])
        #expect(verdicts[capabilities == .type5 ? .vicinityPlain : .vicinityWrite] == .expected)
        #expect(verdicts[.vicinityMessage] == .expected)
    }
}
