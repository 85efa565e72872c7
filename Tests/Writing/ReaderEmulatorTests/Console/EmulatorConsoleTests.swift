import Foundation
import Testing

@testable import ReaderEmulator

@Suite struct `The emulator's console` {
    let reader: EmulatedReader
    let console: EmulatorConsole
    let announcements: AsyncStream<String>

    init() throws {
        let (announcements, continuation) = AsyncStream.makeStream(of: String.self)
        reader = try EmulatedReader()
        console = EmulatorConsole(reader: reader) { continuation.yield($0) }
        self.announcements = announcements
        reader.antenna.switchField(on: true)
    }

    func say(_ line: String) -> String? { console.carryOut(line)?.line }

    @Test func `makes tags and puts them on the antenna`() {
        #expect(say("tag a ntag213 04A1B2C3D4E580") == "ok a 04A1B2C3D4E580")
        #expect(say("tag b ntag216") == "ok b 04574D80000180")
        #expect(say("insert a") == "ok a")
        #expect(say("list") == "ok a ntag213 04A1B2C3D4E580 on the antenna, b ntag216 04574D80000180")
        #expect(reader.antenna.select()?.uid == hex("04A1B2C3D4E580"))
        #expect(say("insert b") == "ok b")
        #expect(say("remove") == "ok b")
        #expect(reader.antenna.select() == nil)
        #expect(say("count") == "ok selections 1 commands 0 empty polls 1")
    }

    @Test func `keeps what was written to a tag`() {
        _ = say("tag a ntag213 04A1B2C3D4E580")
        _ = say("insert a")
        reader.antenna.select()
        _ = reader.antenna.exchange(hex("A2 04 01 02 03 04"))
        let written = "ok a 04A1B29F C3D4E580 72480000 E1101200 01020304"
        #expect(say("dump a")?.hasPrefix(written) == true)
        #expect(say("remove") == "ok a")
        #expect(say("dump a")?.hasPrefix(written) == true)
        #expect(say("write a 2A C0050000") == "ok a 4 bytes")
        #expect(say("dump a")?.hasSuffix("C0050000 FFFFFFFF 00000000") == true)
    }

    @Test func `loads a dump, but not its serial number`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).hex")
        try "FFFFFFFF FFFFFFFF FFFFFFFF E1101200\n03 00 FE 00\n".write(
            to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        _ = say("tag a ntag213 04A1B2C3D4E580")
        #expect(say("load a \(file.path)") == "ok a 8 bytes")
        #expect(
            say("dump a")?.hasPrefix("ok a 04A1B29F C3D4E580 72480000 E1101200 0300FE00 340300FE") == true)
    }

    @Test func `writes and loads blocks of a Type 5 tag, and which of them are locked`() throws {
        let blocks = ["E1400D00", "0300FE00"] + [String](repeating: "00000000", count: 26)
        let dump = blocks.joined(separator: " ") + " 01" + String(repeating: "00", count: 27)
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).hex")
        try dump.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        _ = say("tag a slix E004011000000001")
        #expect(say("load a \(file.path)") == "ok a 140 bytes")
        #expect(say("dump a") == "ok a \(dump)")
        #expect(say("insert a") == "ok a")
        // Past the lock, on the antenna.
        #expect(say("write a 00 E1400C00") == "ok a 4 bytes")
        #expect(say("remove") == "ok a")
        #expect(say("dump a")?.hasPrefix("ok a E1400C00 0300FE00 ") == true)
        #expect(say("write a 1C 00") == "error nothing was done: the bytes do not fit a; a ends with page 27")
        _ = say("tag b type4")
        #expect(say("write b 00 00") == "error nothing was done: b has no pages; write it through a reader")
    }

    @Test(arguments: [
        ("tear 1", "A2 04 01 02 03 04", TagResponse.acknowledged, false),
        ("tear 1 lost", "60", .silence, false),
        ("tear 1 unanswered", "60", .silence, false), ("tear 1 torn", "A2 04 00 00 00 00", .silence, false),
        ("drop 1", "60", .silence, true), ("nak 1 4", "60", .nibble(4), true),
        ("nak 1", "60", .nibble(0), true),
        ("corrupt 1", "39 02", .corrupted([]), true),
    ])
    func `schedules faults`(line: String, command: String, response: TagResponse, isInField: Bool) {
        _ = say("tag a ntag213")
        _ = say("insert a")
        reader.antenna.select()
        #expect(say(line) == "ok")
        #expect(reader.antenna.exchange(hex(command)).response == response)
        #expect(reader.antenna.isTagInField == isInField)
    }

    @Test(arguments: [
        ("fly", "error nothing was done: there is no verb fly; type help for the verbs there are"),
        ("insert x", "error nothing was done: there is no tag x; say tag x PRODUCT first"),
        ("remove", "error nothing was done: no tag is on the antenna; say insert NAME first"),
        (
            "tear",
            "error nothing was done: tear has other arguments; say tear N [lost|unanswered|torn|erased|mixed] [SEED]"
        ),
        (
            "drop 0",
            "error nothing was done: 0 is not a number from 1 to 1000000; say drop N [lost|unanswered]"
        ),
        ("nak 1 A", "error nothing was done: A is not a refusal from 0 to F; say nak N [CODE]"),
        (
            "tag a ntag1",
            "error nothing was done: ntag1 is none of ntag213, ntag215, ntag216, ntag213f, ntag215f, ntag216f, "
                + "ntag213c, ntag213tt, ul11, ul21, ultralight, ulc, ntag203, ntag424, ntag424tt, type4, "
                + "slix, slix2, sli, st25tv02k, tagit, "
                + "ntag424-random, classic, phone, phone-dep; say tag NAME PRODUCT [UID]"
        ),
        (
            "tag a ntag213 04",
            "error nothing was done: 04 is not 7 bytes in hexadecimal; say tag NAME PRODUCT [UID]"
        ),
    ])
    func `says what is wrong with a line`(line: String, answer: String) {
        #expect(say(line) == answer)
    }

    @Test func `answers nothing to an empty line and ends with quit`() {
        #expect(console.carryOut("  ") == nil)
        #expect(console.carryOut("quit") == ConsoleReply(line: "ok", endsProgram: true))
    }

    @Test func `feeds tags to a reader that writes them, and says when it is done`() async {
        #expect(say("feed 3 ntag213") == "ok feeding 3 ntag213")
        let antenna = reader.antenna
        var serials: [[UInt8]] = []
        while antenna.counts.emptyPolls < 3 {
            guard let found = antenna.select() else { continue }
            guard serials.last != found.uid else { continue }
            serials.append(found.uid)
            _ = antenna.exchange(hex("A2 04 01 02 03 04"))
        }
        #expect(serials == (1...3).map { Type2Tag.uid(numbered: $0) })
        var heard = announcements.makeAsyncIterator()
        #expect(await heard.next() == "fed 3")
        #expect(say("fed") == "ok 3 of 3, fed-1 04574D00000180, fed-2 04574D00000280, fed-3 04574D00000380")
        #expect(say("dump fed-2")?.contains(" 01020304 ") == true)
        #expect(say("feed 1 ntag213") == "ok feeding 1 ntag213")
        #expect(antenna.tag?.uid == Type2Tag.uid(numbered: 4))
        #expect(say("feed 1 ntag213 1001") == "ok feeding 1 ntag213")
        #expect(antenna.tag?.uid == Type2Tag.uid(numbered: 1001))
    }

    @Test func `unplugs and plugs`() throws {
        #expect(say("unplug") == "ok")
        #expect(reader.path == nil)
        #expect(say("plug") == "ok connection pn532_uart:\(try #require(reader.path))")
    }
}
