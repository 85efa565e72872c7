import Chips
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
        private let held: Mutex<any EmulatedTag>

        init(_ tag: any EmulatedTag, _ capabilities: LinkCapabilities) {
            held = Mutex(tag)
            link = EmulatedTagLink(antenna: antenna, capabilities: capabilities)
        }

        /// As it is now.
        var tag: any EmulatedTag { antenna.anyTag ?? held.withLock(\.self) }

        func reopenPlain() -> (any TagLink)? { EmulatedTagLink(antenna: antenna, capabilities: [.plain]) }
        func isReaderBack() -> Bool { true }
        func takeTrace() -> [TracedExchange] { [] }

        func instruct(_ text: String) {
            if text.hasPrefix("Take") {
                if let tag = antenna.take() { held.withLock { $0 = tag } }
            } else if antenna.anyTag == nil {
                antenna.insert(tag)
            }
        }
    }

    private static func answers(
        _ tag: any EmulatedTag, _ kind: SpareTag, over capabilities: LinkCapabilities, overwrites: Bool = false
    ) async throws -> (verdicts: [CheckQuestion: ReaderAnswer.Verdict], left: any EmulatedTag) {
        let person = Person(tag, capabilities)
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

    /// A tag of a library, without a container: its data begins with block 0.
    @Test func `takes no Type 5 tag with data of another system`() async throws {
        let tag = Type5Bench.tag(.slix, [0: "11 22 33 44"])
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
}
