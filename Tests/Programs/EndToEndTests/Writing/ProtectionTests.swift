import Foundation
import ReaderEmulator
import TestBench
import Testing
import UnixSystem

/// Batches that ask for more than their URLs, through the whole house.
@Suite(.timeLimit(.minutes(10))) struct `A batch with rules` {
    private static func chip(_ number: Int, _ product: Type2Product = .ntag213) -> ReaderEmulator.Type2Tag {
        ReaderEmulator.Type2Tag(product, uid: ReaderEmulator.Type2Tag.uid(numbered: number))
    }

    /// A chip whose signature was published with NXP's key, or has one bit flipped.
    private static func signed(isGenuine: Bool) -> ReaderEmulator.Type2Tag {
        var tag = ReaderEmulator.Type2Tag(.ntag213, uid: bytes("04E10CDA993C80"))
        tag.signature = bytes("8B76052EE42F5567BEB53238B3E3F9950707C0DCC956B5C5EFCFDB709B2D82B3")
        if !isGenuine { tag.signature[31] ^= 1 }
        return tag
    }

    private static func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    /// Makes a key outside of any station. Returns its name with the check value.
    private static func makeKey(_ name: String, in folder: TemporaryFolder) async throws -> (file: String, key: String)
    {
        let file = folder["\(name).key"]
        let ending = try await RunningProgram(.commandLine, ["key", "create", file, "--json"]).wait()
        #expect(ending.status == .exited(0), "\(ending)")
        struct Made: Decodable {
            let identifier: String
            let check: String
        }
        let made = try JSONDecoder().decode(Made.self, from: Data(ending.output.utf8))
        return (file, "\(made.identifier):\(made.check)")
    }

    @Test func `says what cannot be undone before it begins, and locks each tag after its read-back`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 2)
            try await station.waymark("batch", "rules", "a", "--protect", "lock")
            let reader = try await station.addReader("bench")
            let bench = try PackingBench(station, reader, "a", "--yes")
            let chips = [try await bench.write(Self.chip(1)), try await bench.write(Self.chip(2))]
            let ending = try await bench.ending()
            #expect(ending.status == .exited(0))
            #expect(ending.errors.contains("batch a: each tag is LOCKED FOR EVER once it is written and read back"))
            for chip in chips {
                #expect(chip.memory[2][2...3] == [0xFF, 0xFF] && chip.memory[3][3] == 0x0F)
                let kinds = try await station.api.journal(ofChip: chip.uidText)
                #expect(kinds == ["write-intended", "protection-intended", "write-confirmed"])
            }
            #expect(try await station.waymark("tag", "show", "a1").output.contains("protection  lock"))
            #expect(try await station.waymark("batch", "show", "a").output.hasPrefix("each tag is LOCKED FOR EVER"))
        }
    }

    @Test func `protects by passwords, and gives them new ones from another key`() async throws {
        let keys = try TemporaryFolder()
        let old = try await Self.makeKey("2026", in: keys)
        let secret = try String(contentsOfFile: old.file, encoding: .utf8).split(separator: "\n")[3].dropFirst(4)
        var log = ""
        try await TestStation.run(options: ["--tag-key", keys.path, "--log-level", "debug"]) { station in
            try await station.createBatch("a", tags: 1)
            let reader = try await station.addReader("bench")
            var bench = try PackingBench(station, reader, "a", "--protect", "password", "--yes")
            var chip = try await bench.write(Self.chip(1))
            #expect(try await bench.ending().status == .exited(0))
            #expect(chip.memory[0x29][3] == 0x02)
            let password = Array(chip.memory[0x2B])
            #expect(try await station.waymark("tag", "show", "a1").output.contains("password, key 2026"))

            // The later name takes over.
            let new = try await Self.makeKey("2027", in: keys)
            await station.stopDaemon()
            try await station.startDaemon()
            try await station.waymark("batch", "rotate", "a")
            #expect(try await station.waymark("batch", "check", "a", expecting: 2).output.contains("a1"))
            bench = try PackingBench(station, reader, "a")
            chip = try await bench.write(chip)
            #expect(try await bench.ending().status == .exited(0))
            #expect(Array(chip.memory[0x2B]) != password)
            let last = try #require(try await station.api.journal().last { $0.kind == "write-confirmed" })
            #expect(last["key"] == new.key)

            // Without the key of a tag: refused by the key's name.
            try FileManager.default.removeItem(atPath: new.file)
            await station.stopDaemon()
            try await station.startDaemon()
            try await station.waymark("batch", "rotate", "a")
            bench = try PackingBench(station, reader, "a")
            try await bench.put(chip)
            let refusal = try await bench.untilEvent("refused")
            #expect(refusal.code == "missing-key")
            #expect(refusal.why?.contains("key 2027") == true)
            #expect(reader.antenna.tag?.memory == chip.memory)
            bench.program.signal(2)
            _ = try await bench.ending()
            let journal = try await station.api.journal().map(\.payload).joined()
            #expect(!journal.contains(secret.prefix(12)))
            #expect(!journal.lowercased().contains(password.map { String($0, radix: 16) }.joined()))
            log = station.log
        }
        #expect(!log.contains(secret.prefix(12)))
    }

    @Test func `refuses chips that are not genuine, and puts on record that others are`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 2)
            try await station.waymark("batch", "rules", "a", "--require-genuine")
            let reader = try await station.addReader("bench")
            let bench = try PackingBench(station, reader, "a")
            for (chip, code) in [
                (Self.signed(isGenuine: false), "not-genuine"), (Self.chip(3), "not-genuine"),
                (Self.chip(4, .ntag203), "genuineness-unknown"),
            ] {
                try await bench.put(chip)
                #expect(try await bench.untilEvent("refused").code == code)
                #expect(reader.antenna.tag?.memory == chip.memory)
                reader.antenna.remove()
                try await bench.untilLookedAway()
            }
            try await bench.write(Self.signed(isGenuine: true))
            bench.program.signal(2)
            _ = try await bench.ending()
            let last = try #require(try await station.api.journal().last { $0.kind == "write-confirmed" })
            #expect(last["genuineness"] == "genuine")
            #expect(try await station.waymark("tag", "show", "a1").output.contains("its maker's"))
        }
    }

    @Test func `has chips show themselves, and audits what they show`() async throws {
        try await TestStation.run { station in
            try await station.createBatch(
                "a", tags: 1, template: "https://f.example/s/{store}?u=00000000000000x000000{&tag}")
            try await station.waymark("batch", "rules", "a", "--mirror", "both")
            let reader = try await station.addReader("bench")
            let bench = try PackingBench(station, reader, "a")
            let chip = try await bench.write(Self.chip(1))
            #expect(try await bench.ending().status == .exited(0))
            reader.antenna.insert(chip)
            let read = try await station.waymark("read").output
            let shown = try #require(read.firstMatch(of: /https:[^\n]*/)).0
            #expect(shown.contains("u=\(chip.uidText)x0000"))
            #expect(shown.hasSuffix("&tag=a1"))
            #expect(!read.contains("the registry says"))
            let sightings = try station.folder.write(
                "time,url,uid,latitude,longitude,accuracy\n"
                    + "2026-11-20T10:00:00Z,\(shown),\(chip.uidText),37.3230,-122.0322,8\n", to: "walk.csv")
            let audit = try await station.waymark("audit", "--sightings", sightings, "--json=tags").output
            #expect(audit.contains("\"verdict\":\"inside\"") || audit.contains("\"verdict\" : \"inside\""))
            #expect(audit.contains("u=00000000000000x000000&tag=a1"))
        }
    }
}
