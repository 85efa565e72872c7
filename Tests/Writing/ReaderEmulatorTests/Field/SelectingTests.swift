import Testing

@testable import ReaderEmulator

/// ISO/IEC 14443-3, figure 7, and ISO/IEC 14443-4 behind it: which tag answers which request.
@Suite struct `Selecting a tag` {
    func antenna(_ tag: any EmulatedTag = Type2Tag(.ntag213, uid: serial)) -> Antenna {
        let antenna = Antenna()
        antenna.insert(tag)
        return antenna
    }

    @Test func `that is selected fails once, silently`() {
        let antenna = antenna()
        #expect(antenna.select() != nil)
        #expect(antenna.select() == nil)
        #expect(antenna.select() != nil)
        #expect(antenna.exchange(hex("60")).response != .silence)
        #expect(antenna.select(with: .wupa) == nil)
        #expect(antenna.select(with: .wupa, attempts: 2) != nil)
        #expect(antenna.select(attempts: 3) != nil)
    }

    @Test func `in HALT takes WUPA, and a refusal sends it back there`() {
        let antenna = antenna()
        antenna.select()
        antenna.halt()
        #expect(antenna.select(attempts: 10) == nil)
        #expect(antenna.select(with: .wupa) != nil)
        #expect(antenna.exchange(hex("A2 00 00 00 00 00")).response == .nibble(0))
        #expect(antenna.tag?.state == .halted)
        #expect(antenna.select(attempts: 10) == nil)
        antenna.switchField(on: false)
        antenna.switchField(on: true)
        #expect(antenna.select() != nil)
    }

    @Test(arguments: [WakeUpRequest.reqa, .wupa])
    func `after RATS takes S(DESELECT) or the loss of the field`(request: WakeUpRequest) {
        let antenna = antenna(Type4Tag(.ntag424, uid: serial))
        antenna.select()
        #expect(BlockInitiator(activatingTagOn: antenna) != nil)
        #expect(antenna.select(with: request, attempts: 10) == nil)
        #expect(antenna.exchange(hex("C2")).response == .bytes(hex("C2")))
        #expect((antenna.select(with: request) != nil) == (request == .wupa))
        antenna.putBack()
        #expect(antenna.select() != nil)
        #expect(BlockInitiator(activatingTagOn: antenna) != nil)
        antenna.switchField(on: false)
        #expect(antenna.select(with: request) == nil)
        antenna.switchField(on: true)
        #expect(antenna.select(with: request) != nil)
    }

    @Test func `among several finds the one whose bits win, and the other when that one sleeps`() {
        let antenna = Antenna()
        let uids = [hex("04 00 00 00 00 00 80"), hex("04 00 00 01 00 00 80"), hex("04 00 00 02 00 00 80")]
        for uid in uids { antenna.add(Type2Tag(.ntag213, uid: uid)) }
        // The lowest bit is sent first, and a one wins.
        #expect(antenna.select()?.uid == uids[1])
        antenna.halt()
        #expect(antenna.select()?.uid == uids[2])
        antenna.halt()
        #expect(antenna.select()?.uid == uids[0])
        antenna.halt()
        #expect(antenna.select() == nil)
        #expect(antenna.select(uid: uids[2], with: .wupa)?.uid == uids[2])
        #expect(antenna.exchange(hex("A2 04 01 02 03 04")).response == .acknowledged)
        let tags = antenna.tags.compactMap { $0 as? Type2Tag }
        #expect(tags.map { $0.memory[4] == hex("01 02 03 04") } == [false, false, true])
    }

    /// Without a new field and without HLTA a reader sees two tags in turn.
    @Test func `among two that are left awake finds them in turn`() {
        let antenna = Antenna()
        for number in 1...2 { antenna.add(Type2Tag(.ntag213, uid: Type2Tag.uid(numbered: number))) }
        let found = (1...4).map { _ in antenna.select(attempts: 3)?.uid[5] }
        #expect(found == [1, 2, 1, 2])
    }

    @Test func `tells serial numbers of four bytes, random ones, and phones`() throws {
        let antenna = antenna(ClassicTag(uid: hex("DE AD BE EF")))
        #expect(antenna.select() == TagIdentity(atqa: hex("04 00"), uid: hex("DE AD BE EF"), sak: 0x08))
        for (name, sak) in [("phone", 0x20), ("phone-dep", 0x60), ("ntag424-random", 0x20)] as [(String, UInt8)] {
            let model = try #require(TagModel(named: name))
            antenna.insert(model.make(Array(serial.prefix(model.serialNumberLength))))
            var seen: Set<[UInt8]> = []
            for _ in 1...3 {
                antenna.switchField(on: false)
                antenna.switchField(on: true)
                let found = try #require(antenna.select())
                #expect(found.sak == sak && found.uid.count == 4 && found.uid[0] == 0x08)
                seen.insert(found.uid)
                // As long as it has power it keeps its number.
                #expect(antenna.select(attempts: 2)?.uid == found.uid)
                var blocks = try #require(BlockInitiator(activatingTagOn: antenna))
                let answer = blocks.exchange(hex("00 A4 04 00 07 D2 76 00 00 85 01 01 00"), over: antenna).response
                #expect(answer == .bytes(hex(name == "ntag424-random" ? "90 00" : "6A 82")))
            }
            #expect(seen.count == 3)
        }
    }
}
