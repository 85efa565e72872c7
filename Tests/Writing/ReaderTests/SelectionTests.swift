import Chips
import Faults
import NDEF
import NFCTags
import ReaderEmulator
import ReaderProtocol
import ReaderSupervision
import Synchronization
import Testing

/// What libnfc sends when a tag is selected, by a log of the line.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `A selection on the line` {
    private static let fieldOff: [UInt8] = [0x32, 0x01, 0x00]
    private static let fieldOn: [UInt8] = [0x32, 0x01, 0x01]
    private static let call: [UInt8] = [0x4A, 0x01, 0x00]
    private static let sleep: [UInt8] = [0x44, 0x00]
    private static let callInNewField = [fieldOff, fieldOn, call]

    /// Runs a test with a reader whose line is tapped, and a worker that has opened it.
    private static func run(
        _ tag: (any EmulatedTag)? = Type2Tag(.ntag213, uid: Type2Tag.uid(numbered: 1)),
        rewriting: @escaping SerialTap.Rewriting = { $1 },
        _ body: (EmulatedReader, SerialTap, ReaderLink, ReaderBench) async throws -> Void
    ) async throws {
        let tap = Mutex<SerialTap?>(nil)
        try await ReaderBench.run { bench in
            let reader = try bench.emulatedReader()
            if let tag { reader.antenna.insert(tag) }
            let line = try SerialTap(on: reader, rewriting: rewriting)
            tap.withLock { $0 = line }
            #expect(bench.supervisor.add(name: "bench", connection: line.connectionString))
            try await bench.untilReady()
            _ = line.takeFieldCommands()
            try await body(reader, line, try #require(bench.supervisor.link(to: "bench")), bench)
        }
        tap.withLock(\.self)?.stop()
    }

    @Test func `switches the field off and on and calls: 3 chip commands`() async throws {
        try await Self.run { _, line, link, _ in
            _ = try await link.select()
            _ = line.takeFieldCommands()
            for _ in 1...3 {
                #expect(try await link.select() != nil)
                #expect(line.takeFieldCommands() == Self.callInNewField)
            }
        }
    }

    @Test func `of a tag that has come looks whether it is alone: 8 chip commands`() async throws {
        try await Self.run { _, line, link, _ in
            let selected = try await link.select()
            #expect(selected?.uid.bytes == Type2Tag.uid(numbered: 1))
            #expect(
                line.takeFieldCommands()
                    == Self.callInNewField + [Self.sleep, Self.call] + Self.callInNewField)
        }
    }

    @Test func `calls a tag twice before it is lost`() async throws {
        try await Self.run { reader, line, link, _ in
            _ = try await link.select()
            reader.antenna.remove()
            _ = line.takeFieldCommands()
            #expect(try await link.select() == nil)
            #expect(line.takeFieldCommands() == Self.callInNewField + Self.callInNewField)
        }
    }

    /// The chip finds nothing once, though the tag is there.
    @Test func `does not lose a tag that misses one call`() async throws {
        let misses = Mutex(0)
        let missing: SerialTap.Rewriting = { command, answer in
            guard command.first == 0x4A, misses.withLock({ $0 }) > 0 else { return answer }
            misses.withLock { $0 -= 1 }
            return [0x4B, 0x00]
        }
        try await Self.run(rewriting: missing) { _, _, link, _ in
            _ = try await link.select()
            for _ in 1...5 {
                misses.withLock { $0 = 1 }
                #expect(try await link.select()?.uid.bytes == Type2Tag.uid(numbered: 1))
            }
        }
    }

    @Test func `of an empty field leaves the field on every other time`() async throws {
        try await Self.run(nil) { reader, line, link, _ in
            for round in 1...6 {
                let selected = try await link.select()
                #expect(selected == nil)
                #expect(line.takeFieldCommands() == (round.isMultiple(of: 2) ? [Self.call] : Self.callInNewField))
            }
            reader.antenna.insert(Type2Tag(.ntag213, uid: Type2Tag.uid(numbered: 1)))
            #expect(try await link.select() != nil)
            #expect(line.takeFieldCommands().suffix(3) == Self.callInNewField)
        }
    }

    /// ISO/IEC 14443-4: activated by RATS, a card hears neither REQA nor WUPA until S(DESELECT) or loss of field; put
    /// to sleep it hears WUPA only.
    @Test func `finds a card again that is silent until the field goes`() async throws {
        let isSilent = Mutex(false)
        let model = try #require(TagModel(named: "ntag424"))
        let silencing: SerialTap.Rewriting = { command, answer in
            isSilent.withLock { isSilent in
                if command == Self.fieldOff { isSilent = false }
                guard command.first == 0x4A else { return answer }
                if isSilent { return [0x4B, 0x00] }
                isSilent = answer.count > 2
                return answer
            }
        }
        let card = model.make([0x04, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0x80])
        try await Self.run(card, rewriting: silencing) { _, _, link, bench in
            let message = try NDEFMessage(uri: "https://brighteggcafe.example/store/12")
            let session = try #require(try await TagSession.identify(over: link))
            let plan = try WritePlan(writing: message, to: try await session.readImage(for: message))
            try await session.write(plan)
            #expect(try await session.verify(plan) == .url("https://brighteggcafe.example/store/12"))
            #expect(try await bench.untilReady().restarts == 0)
        }
    }

    /// The chip finds another tag once the first one sleeps.
    @Test func `tells several tags from one, and a phone with many names from several tags`() async throws {
        let other = Mutex<[UInt8]>([])
        let own = Mutex<[UInt8]>([])
        let renaming: SerialTap.Rewriting = { command, answer in
            guard command.first == 0x4A, answer.count > 2 else { return answer }
            let second = other.withLock { other in
                defer { other = [] }
                return other
            }
            let uid = second.isEmpty ? own.withLock(\.self) : second
            return uid.isEmpty ? answer : [0x4B, 0x01, 0x01, 0x00, 0x04, 0x20, UInt8(uid.count)] + uid
        }
        try await Self.run(rewriting: renaming) { _, _, link, _ in
            _ = try await link.select()
            // Another tag at once.
            other.withLock { $0 = [0x04, 9, 9, 9, 9, 9, 9] }
            let error = await #expect(throws: TagLinkError.self) { try await link.select() }
            #expect(error?.code == .severalTags)
            #expect(error?.concernsReader == false)
            #expect(error?.reason.contains("04090909090909") == true)
            // The second has gone.
            #expect(try await link.select()?.uid.bytes == Type2Tag.uid(numbered: 1))
            // A phone.
            own.withLock { $0 = [0x08, 1, 1, 1] }
            other.withLock { $0 = [0x08, 2, 2, 2] }
            let phone = try await link.select()
            #expect(phone?.uid.isRandom == true)
            #expect(phone?.sak == 0x20)
        }
    }

    /// The anticollision finds the same one each time; only when it sleeps does the other one answer.
    @Test(arguments: [(1, 2), (2, 1)])
    func `sees the tag beside a tag that has come, on a strict antenna`(first: Int, second: Int) async throws {
        try await Self.run(Type2Tag(.ntag213, uid: Type2Tag.uid(numbered: first))) { reader, _, link, bench in
            reader.antenna.add(Type2Tag(.ntag215, uid: Type2Tag.uid(numbered: second)))
            for _ in 1...3 {
                let error = await #expect(throws: TagLinkError.self) { try await link.select() }
                #expect(error?.code == .severalTags)
                for tag in [first, second] {
                    let uid = try #require(ChipUID(Type2Tag.uid(numbered: tag)))
                    #expect(error?.reason.contains(uid.description) == true)
                }
            }
            reader.antenna.take(at: 1)
            #expect(try await link.select()?.uid.bytes == Type2Tag.uid(numbered: first))
            // One that comes beside it later is never taken for it.
            reader.antenna.add(Type2Tag(.ntag215, uid: Type2Tag.uid(numbered: second)))
            for _ in 1...3 {
                do {
                    #expect(try await link.select()?.uid.bytes == Type2Tag.uid(numbered: first))
                } catch let error as TagLinkError {
                    #expect(error.code == .severalTags)
                }
            }
            #expect(try await bench.untilReady().restarts == 0)
        }
    }

    /// Whatever a chip calls with, and whatever the two tags are: the second one is asked for once more only where the
    /// first one answers although it was put to sleep.
    @Test(arguments: HardwareVariant.Poll.allCases, ["ntag213", "type4"])
    func `sees two tags, and one for one, whatever the chip calls with`(
        poll: HardwareVariant.Poll, product: String
    ) async throws {
        let make = try #require(TagModel(named: product)).make
        try await Self.run(make(Type2Tag.uid(numbered: 1))) { reader, line, link, bench in
            reader.antenna.variant.poll = poll
            #expect(try await link.select()?.uid.bytes == Type2Tag.uid(numbered: 1))
            let callsTwo = line.takeFieldCommands().contains([0x4A, 0x02, 0x00])
            #expect(callsTwo == (poll == .wupa))
            for other in ["ntag215", "type4"] {
                let model = try #require(TagModel(named: other))
                // Of two tags the anticollision finds one or the other first.
                for number in [0, 2] {
                    while reader.antenna.take() != nil {}
                    #expect(try await link.select() == nil)
                    reader.antenna.insert(make(Type2Tag.uid(numbered: 1)))
                    reader.antenna.add(model.make(Type2Tag.uid(numbered: number)))
                    for _ in 1...3 {
                        let error = await #expect(throws: TagLinkError.self) { try await link.select() }
                        #expect(error?.code == .severalTags)
                    }
                }
            }
            #expect(try await bench.untilReady().restarts == 0)
        }
    }

    @Test(arguments: [0x20, 0x60] as [UInt8])
    func `takes a phone with another name each time for one tag`(sak: UInt8) async throws {
        try await Self.run(PhoneTag(sak: sak, seed: [1])) { _, _, link, _ in
            for _ in 1...5 {
                let phone = try await link.select()
                #expect(phone?.uid.isRandom == true)
                #expect(phone?.sak == sak)
            }
        }
    }
}
