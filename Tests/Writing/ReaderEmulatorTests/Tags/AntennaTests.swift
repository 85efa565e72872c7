import Testing

@testable import ReaderEmulator

@Suite struct `An antenna` {
    func antenna(_ product: Type2Product = .ntag213) -> Antenna {
        let antenna = Antenna()
        antenna.insert(Type2Tag(product, uid: serial))
        antenna.select()
        return antenna
    }

    @Test func `finds its tag, and counts selections and commands apart`() {
        let antenna = Antenna()
        #expect(antenna.select() == nil)
        antenna.insert(Type2Tag(.ntag213, uid: serial))
        #expect(antenna.select() == TagIdentity(atqa: hex("44 00"), uid: serial, sak: 0))
        #expect(antenna.select(uid: hex("04 00 00 00 00 00 00"), attempts: 3) == nil)
        #expect(antenna.select() != nil)
        #expect(antenna.exchange(hex("60")).response == .bytes(hex("00 04 04 02 01 00 0F 03")))
        #expect(antenna.counts.selections == 2)
        #expect(antenna.counts.emptyPolls == 1)
        #expect(antenna.counts.unansweredPolls == 1)
        #expect(antenna.counts.requests == 6)
        #expect(antenna.counts.commands == 1)
    }

    @Test func `returns the tag as it is now`() {
        let antenna = antenna()
        #expect(antenna.exchange(hex("A2 04 01 02 03 04")).response == .acknowledged)
        #expect(antenna.remove()?.memory[4] == hex("01 02 03 04"))
        #expect(antenna.remove() == nil)
        #expect(antenna.exchange(hex("60")).response == .silence)
    }

    @Test func `takes power and session from the tag with its field`() {
        let antenna = antenna()
        antenna.switchField(on: false)
        #expect(antenna.select() == nil)
        antenna.switchField(on: true)
        #expect(antenna.exchange(hex("60")).response == .silence)
        #expect(antenna.select() != nil)
    }

    @Test(arguments: [
        (LostHalf?.none, TagResponse.acknowledged, "01 02 03 04"), (.answer, .silence, "01 02 03 04"),
        (.command, .silence, "01 03 A0 0C"),
    ])
    func `loses the tag with the exchange it was told`(lost: LostHalf?, answer: TagResponse, page: String) {
        let antenna = antenna()
        antenna.tear(after: 2, losing: lost)
        #expect(antenna.exchange(hex("60")).response != .silence)
        #expect(antenna.isTagInField)
        #expect(antenna.exchange(hex("A2 04 01 02 03 04")).response == answer)
        #expect(!antenna.isTagInField)
        #expect(antenna.select() == nil)
        #expect(antenna.tag?.memory[4] == hex(page))
        antenna.putBack()
        #expect(antenna.exchange(hex("60")).response == .silence)
        #expect(antenna.select()?.uid == serial)
    }

    @Test(arguments: [(4, "DE AD DE AD"), (3, "E1 10 12 0F"), (2, "72 48 00 0F"), (0x29, "DE AD DE AD")])
    func `leaves a torn write in a data page, but never in a one-way page`(page: Int, after: String) {
        let antenna = antenna()
        antenna.tear(after: 1, leaving: hex("DE AD DE AD"))
        #expect(antenna.exchange([0xA2, UInt8(page), 0, 0, 0, 0x0F]).response == .silence)
        #expect(antenna.tag?.memory[page] == hex(after))
    }

    @Test func `drops, corrupts, delays and refuses the exchange it was told`() {
        let antenna = antenna()
        antenna.drop(at: 1)
        antenna.drop(at: 2, losing: .answer)
        antenna.corrupt(at: 3)
        antenna.delay(at: 4, by: .milliseconds(30))
        antenna.refuse(at: 5, with: 5)
        #expect(antenna.exchange(hex("A2 04 01 01 01 01")).response == .silence)
        #expect(antenna.tag?.memory[4] == hex("01 03 A0 0C"))
        #expect(antenna.exchange(hex("A2 04 01 01 01 01")).response == .silence)
        #expect(antenna.tag?.memory[4] == hex("01 01 01 01"))
        #expect(antenna.exchange(hex("60")).response == .corrupted(hex("00 04 04 02 11 00 0F 03")))
        let late = antenna.exchange(hex("A2 04 02 02 02 02"))
        #expect(late == Exchange(response: .acknowledged, delay: .milliseconds(30)))
        #expect(antenna.exchange(hex("A2 04 03 03 03 03")).response == .nibble(5))
        #expect(antenna.tag?.memory[4] == hex("02 02 02 02"))
        #expect(antenna.exchange(hex("60")).response == .silence)
        antenna.select()
        #expect(antenna.exchange(hex("60")).response == .bytes(hex("00 04 04 02 01 00 0F 03")))
    }

    @Test func `tells its observer what happens`() async {
        let antenna = Antenna()
        let (events, continuation) = AsyncStream.makeStream(of: AntennaEvent.self)
        antenna.observe { continuation.yield($0) }
        antenna.select()
        antenna.insert(Type2Tag(.ntag213, uid: serial))
        antenna.tear(after: 1)
        antenna.select()
        _ = antenna.exchange(hex("60"))
        antenna.remove()
        continuation.finish()
        var seen: [AntennaEvent] = []
        for await event in events { seen.append(event) }
        #expect(seen == [.foundNone, .inserted, .selected, .command([0x60]), .removed])
    }
}
