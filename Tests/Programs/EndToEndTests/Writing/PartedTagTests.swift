import ReaderEmulator
import TestBench
import Testing
import UnixSystem

/// A tag that is parted from its chip: the chip still hangs in the store.
@Suite(.timeLimit(.minutes(10))) struct `A tag that is replaced or retired` {
    @Test func `says which chip to take down and destroy`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 2)
            let reader = try await station.addReader("bench")
            let bench = try PackingBench(station, reader, "a")
            for number in 1...2 {
                try await bench.write(
                    ReaderEmulator.Type2Tag(.ntag213, uid: ReaderEmulator.Type2Tag.uid(numbered: number)))
            }
            #expect(try await bench.ending().status == .exited(0))
            let replaced = try await station.waymark("tag", "replace", "a1", "--reason", "bent").output
            #expect(
                replaced.hasPrefix(
                    """
                    take down chip 04574D00000180 (c, table 1) and destroy it: it may still open \(TestStation.url("a1"))
                    then make another: waymark write a

                    """))
            let again = try await station.waymark("tag", "retire", "a1", "--reason", "table removed").output
            #expect(again.hasPrefix("there is nothing to take down: no chip and no label carries tag a1\n"))
            let retired = try await station.waymark("tag", "retire", "a2", "--reason", "table removed").output
            #expect(retired.hasPrefix("take down chip 04574D00000280 (c, table 2) and destroy it"))
        }
    }

    @Test(arguments: [[], ["--overwrite"]])
    func `leaves a spoiled chip, which no job writes again, and a torn one, which is finished`(
        options: [String]
    ) async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 2)
            let reader = try await station.addReader("bench")
            let bench = try PackingBench(station, reader, arguments: ["a"] + options)
            let spoiled = try await bench.write(.init(.ntag213, uid: ReaderEmulator.Type2Tag.uid(numbered: 1)))
            try await bench.untilLookedAway()
            try await station.waymark("tag", "replace", "a1", "--reason", "bent")

            let trap = CommandTrap(reader.antenna)
            // Also when it was erased, it is the chip that was thrown away.
            for chip in [spoiled, ReaderEmulator.Type2Tag(.ntag213, uid: spoiled.uid)] {
                trap.forgetCommands()
                try await bench.put(chip)
                let event = try await bench.untilEvent(of: chip, ["refused", "written", "confirmed"])
                #expect(event.type == "refused" && event.code == "spoiled-chip", "\(event)")
                #expect(event.message == "chip 04574D00000180 is not written")
                let why = try #require(event.why)
                #expect(why.hasPrefix("it is spoiled: it carried tag a1 until the tag was replaced on 2"), "\(why)")
                #expect(why.hasSuffix(" UTC; it may still open \(TestStation.url("a1"))"), "\(why)")
                #expect(event.next?.hasPrefix("destroy it") == true)
                #expect(!trap.commands.contains { $0.first == 0xA2 })
                reader.antenna.remove()
                try await bench.untilLookedAway()
            }
            // A chip that was torn while it was written is not a spoiled one: it is finished.
            let torn = ReaderEmulator.Type2Tag(.ntag213, uid: ReaderEmulator.Type2Tag.uid(numbered: 2))
            reader.antenna.tear(after: 5)
            try await bench.put(torn)
            try await bench.untilEvent("interrupted")
            reader.antenna.remove()
            try await bench.untilLookedAway()
            try await bench.write(torn)
            try await bench.write(.init(.ntag213, uid: ReaderEmulator.Type2Tag.uid(numbered: 3)))
            #expect(try await bench.ending().status == .exited(0))
            let chips = try await station.api.tags(of: "a").map(\.uid)
            #expect(Set(chips) == ["04574D00000280", "04574D00000380"])

            reader.antenna.insert(spoiled)
            let reading = try await station.waymark("read").output
            #expect(reading.contains("\ntag      none: it carried a1 until the tag was replaced on 2"), "\(reading)")
            #expect(reading.contains("destroy this chip"), "\(reading)")
            let pile = try await station.waymark("read", "--each", "--timeout", "1", expecting: 2).output
            #expect(
                pile.hasPrefix("differs  04574D00000180  a1  it carried a1 until the tag was replaced on 2"), "\(pile)")
            #expect(pile.contains("0 as registered, 1 different, 0 not known here"), "\(pile)")
        }
    }
}
