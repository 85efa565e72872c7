import Testing

@testable import ReaderEmulator

private let uid = hex("E0 04 01 08 66 15 39 80")
/// The same as it goes on air.
private let onAir = "80 39 15 66 08 01 04 E0"

@Suite struct `A Type 5 tag` {
    let antenna = Antenna()

    init() { antenna.insert(Type5Tag(.slix2, uid: uid)) }

    func send(_ frame: String) -> TagResponse { antenna.exchangeVicinity(hex(frame)).response }

    private func change(_ body: (inout Type5Tag) -> Void) { antenna.update(Type5Tag.self, body) }

    private var tag: Type5Tag? { antenna.anyTag as? Type5Tag }

    @Test func `answers the inventory, and no request for proximity cards`() {
        #expect(send("26 01 00") == .bytes(hex("00 00 \(onAir)")))
        #expect(antenna.selectVicinity() == [VicinityIdentity(uid: uid, dsfid: 0)])
        #expect(antenna.select(attempts: 2) == nil)
        #expect(antenna.exchange(hex("26 01 00")).response == .silence)
        antenna.insert(Type2Tag(.ntag213, uid: Type2Tag.uid(numbered: 1)))
        #expect(antenna.selectVicinity() == [])
        #expect(send("26 01 00") == .silence)
    }

    @Test(arguments: [
        ("26 99 00", true), ("26 01 08 80", true), ("26 01 08 81", false), ("26 01 04 00", true),
        ("26 01 04 01", false),
        ("36 01 00 00", true), ("36 01 51 00", false), ("06 01 00", false), ("24 01 00", false), ("26 01 08", false),
    ])
    func `answers only an inventory that means it`(frame: String, isAnswered: Bool) {
        #expect(send(frame) == (isAnswered ? .bytes(hex("00 00 \(onAir)")) : .silence))
    }

    @Test func `two at once garble one another's answers, and an addressed command reaches one`() throws {
        let other = Type5Tag.uid(of: .slix, numbered: 7)
        antenna.add(Type5Tag(.slix, uid: other))
        #expect(send("26 01 00") == .corrupted([]))
        #expect(send("02 20 00") == .corrupted([]))
        #expect(send("22 21 \(onAir) 05 01 02 03 04") == .bytes([0]))
        let memories = antenna.tags.compactMap { ($0 as? Type5Tag)?.memory[5] }
        #expect(memories == [hex("01 02 03 04"), hex("00 00 00 00")])
        #expect(antenna.selectVicinity().map(\.uid) == [uid, other])
    }

    @Test(arguments: [
        // Read, with the lock status, several blocks.
        ("22 20 \(onAir) 05", "00 01 02 03 04"), ("02 20 05", "00 01 02 03 04"),
        ("62 20 \(onAir) 05", "00 00 01 02 03 04"), ("62 20 \(onAir) 06", "00 01 00 00 00 00"),
        ("22 23 \(onAir) 05 01", "00 01 02 03 04 00 00 00 00"),
        ("62 23 \(onAir) 05 01", "00 00 01 02 03 04 01 00 00 00 00"),
        ("22 2C \(onAir) 05 02", "00 00 01 00"), ("22 2B \(onAir)", "00 0F \(onAir) 00 00 4F 03 01"),
        // Beyond the end: an error and no part of the data.
        ("22 20 \(onAir) 50", "01 10"), ("22 23 \(onAir) 4F 01", "01 10"), ("22 2C \(onAir) 4F 01", "01 10"),
        ("22 21 \(onAir) 50 00 00 00 00", "01 10"), ("22 22 \(onAir) 50", "01 10"),
        // Locked already.
        ("22 21 \(onAir) 06 00 00 00 00", "01 12"), ("22 22 \(onAir) 06", "01 11"),
        // The option flag on a write.
        ("62 21 \(onAir) 05 00 00 00 00", "01 03"),
        // Several blocks at once, extended commands: not known.
        ("22 24 \(onAir) 05 00 01 02 03 04", "01 01"), ("22 30 \(onAir) 05 00", "01 01"),
        ("22 AB 04 \(onAir)", "01 01"),
        // The counter cannot be locked or set.
        ("22 22 \(onAir) 4F", "01 0F"), ("22 21 \(onAir) 4F 05 00 00 00", "01 0F"),
    ])
    func `answers as the reference says`(frame: String, answer: String) {
        change { tag in
            tag.memory[5] = hex("01 02 03 04")
            tag.lockedBlocks = [6]
        }
        let before = tag?.dump
        #expect(send(frame) == .bytes(hex(answer)))
        #expect(tag?.dump == before)
    }

    @Test(arguments: [
        "22 20 81 39 15 66 08 01 04 E0 05", "12 20 05", "32 20 \(onAir) 05", "20 20 \(onAir) 05", "03 20 05",
        "0A 20 05",
        "82 20 05", "22 20 \(onAir)", "22 20 \(onAir) 05 05", "22 21 \(onAir) 05 01 02 03", "22 20 80 39 05", "22",
        "22 BD 05 \(onAir)", "62 2B \(onAir)",
    ])
    func `stays silent on what is malformed or for another`(frame: String) {
        #expect(send(frame) == .silence)
        #expect(antenna.counts.commands == 1)
    }

    @Test func `is ready, quiet or selected until it loses its power`() {
        #expect(send("22 02 \(onAir)") == .silence)
        #expect(send("26 01 00") == .silence)
        #expect(send("02 20 00") == .silence)
        #expect(send("22 20 \(onAir) 00") == .bytes(hex("00 00 00 00 00")))
        #expect(antenna.selectVicinity() == [])
        #expect(antenna.counts.unansweredPolls == 1)
        #expect(send("22 26 \(onAir)") == .bytes([0]))
        #expect(send("26 01 00") != .silence)

        #expect(send("12 20 00") == .silence)
        #expect(send("22 25 \(onAir)") == .bytes([0]))
        #expect(send("12 20 00") == .bytes(hex("00 00 00 00 00")))
        // Another one is selected.
        #expect(send("22 25 81 39 15 66 08 01 04 E0") == .silence)
        #expect(send("12 20 00") == .silence)
        #expect(send("22 25 \(onAir)") == .bytes([0]))
        antenna.switchField(on: false)
        #expect(send("22 20 \(onAir) 00") == .silence)
        antenna.switchField(on: true)
        #expect(send("12 20 00") == .silence)
        #expect(send("02 20 00") != .silence)
    }

    @Test func `keeps locks for ever, and counts in its last block`() {
        #expect(send("22 21 \(onAir) 05 01 02 03 04") == .bytes([0]))
        #expect(send("22 22 \(onAir) 05") == .bytes([0]))
        antenna.putBack()
        #expect(send("22 21 \(onAir) 05 00 00 00 00") == .bytes(hex("01 12")))
        #expect(send("62 20 \(onAir) 05") == .bytes(hex("00 01 01 02 03 04")))
        for _ in 1...3 { #expect(send("22 21 \(onAir) 4F 01 00 00 00") == .bytes([0])) }
        #expect(send("22 20 \(onAir) 4F") == .bytes(hex("00 03 00 00 00")))
    }

    @Test(arguments: Type5Manners.all)
    func `refuses in the way that it is told`(manners: Type5Manners) {
        change { $0.manners = manners }
        let isKnown = !manners.saysUnknownError
        #expect(send("22 20 \(onAir) 50") == .bytes(hex(isKnown ? "01 10" : "01 0F")))
        #expect(send("22 24 \(onAir) 05 00") == (manners.isSilentOnUnknownCommands ? .silence : .bytes(hex("01 01"))))
    }

    @Test func `needs its passwords, and is silenced by a wrong one until it loses its power`() throws {
        change { tag in
            tag.passwords[0x01] = hex("A1 B2 C3 D4")
            tag.protection = .init(firstBlock: 4, protectsReading: true)
        }
        #expect(send("22 20 \(onAir) 04") == .bytes(hex("01 0F")))
        #expect(send("22 21 \(onAir) 04 01 02 03 04") == .bytes(hex("01 0F")))
        #expect(send("22 20 \(onAir) 4F") == .bytes(hex("00 00 00 00 00")))
        #expect(send("22 B3 04 \(onAir) 01 00 00 00 00") == .bytes(hex("01 0F")))
        func give(_ password: String, id: UInt8) throws -> TagResponse {
            guard case .bytes(let answer) = send("22 B2 04 \(onAir)") else { throw EmulatorError.badVerb("", next: "") }
            let random = Array(answer.dropFirst())
            let hidden = zip(hex(password), random + random).map { $0 ^ $1 }
            return antenna.exchangeVicinity(hex("22 B3 04 \(onAir)") + [id] + hidden).response
        }
        #expect(try give("A1 B2 C3 D4", id: 1) == .bytes([0]))
        #expect(send("22 20 \(onAir) 04") == .bytes(hex("00 00 00 00 00")))
        #expect(try give("00 00 00 01", id: 2) == .silence)
        #expect(send("26 01 00") == .silence)
        antenna.putBack()
        #expect(try give("00 00 00 00", id: 2) == .bytes([0]))
        #expect(send("22 21 \(onAir) 04 01 02 03 04") == .bytes([0]))
        change { $0.isPrivate = true }
        #expect(send("26 01 00") == .silence)
        #expect(send("22 20 \(onAir) 00") == .silence)
        #expect(try give("FF FF FF FF", id: 4) == .bytes([0]))
        #expect(send("26 01 00") != .silence)
    }

    static let tears: [(TornWrite?, LostHalf?, String)] = [
        (.bytes(hex("FF FF FF FF")), nil, "FF FF FF FF"), (.erased, nil, "00 00 00 00"), (nil, .command, "11 22 33 44"),
        (nil, .answer, "01 02 03 04"), (nil, nil, "01 02 03 04"),
    ]

    @Test(arguments: tears)
    func `is torn away in a write`(torn: TornWrite?, lost: LostHalf?, left: String) {
        change { $0.memory[5] = hex("11 22 33 44") }
        antenna.tear(after: 1, losing: lost, leaving: torn)
        let isAnswered = torn == nil && lost == nil
        #expect(send("22 21 \(onAir) 05 01 02 03 04") == (isAnswered ? .bytes([0]) : .silence))
        #expect(!antenna.isTagInField)
        #expect(tag?.memory[5] == hex(left))
        #expect(send("26 01 00") == .silence)
    }

    @Test(arguments: [(TornWrite.erased, false), (.bytes([1, 2, 3, 4]), true)])
    func `is torn away in a lock, which is there or not`(torn: TornWrite, isLocked: Bool) {
        antenna.tear(after: 1, leaving: torn)
        #expect(send("22 22 \(onAir) 05") == .silence)
        #expect(tag?.lockedBlocks == (isLocked ? [5] : []))
        #expect(tag?.memory[5] == hex("00 00 00 00"))
    }

    @Test func `of another maker needs the option flag to be written`() throws {
        let own = Type5Tag.uid(of: .tagIt, numbered: 1)
        antenna.insert(Type5Tag(.tagIt, uid: own))
        let address = own.reversed().map { String($0, radix: 16) }.map { $0.count == 1 ? "0\($0)" : $0 }
        let name = address.joined(separator: " ")
        #expect(send("22 21 \(name) 05 01 02 03 04") == .bytes(hex("01 03")))
        #expect(send("62 21 \(name) 05 01 02 03 04") == .bytes([0]))
        #expect(send("22 B2 04 \(name)") == .silence)
        #expect((antenna.anyTag as? Type5Tag)?.memory[5] == hex("01 02 03 04"))
    }
}
