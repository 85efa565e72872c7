import Foundation
import ReaderEmulator
import TestBench
import Testing
import UnixSystem

/// Type 5 tags from the batch to the audit: the whole station with an ACR1552U behind real pcscd, libccid and libusb.
@Suite(
    .serialized, .timeLimit(.minutes(10)),
    .enabled(
        if: PrivatePCSCDaemon.canRun && USBTestbed.isLibraryInstalled,
        "needs umockdev, and pcscd in a namespace: \(PrivatePCSCDaemon.obstacle ?? "which is there")"))
struct `A Type 5 tag at a station` {
    private static func run(_ body: (TestStation, EmulatedUSBReader) async throws -> Void) async throws {
        let testbed = try USBTestbed()
        let daemon = try await PrivatePCSCDaemon(
            testbed: testbed.environment, listing: [USBReaderModel.acr1552u.identifiers])
        let reader = try EmulatedUSBReader(.acr1552u, on: testbed, port: "1-1.3")
        let environment = testbed.environment.merging(daemon.environment) { $1 }
        try await TestStation.run(environment: environment) { station in
            try await station.waymark("reader", "add", "pcsc:1-1.3", "--name", "card")
            try await body(station, reader)
        }
        await daemon.kill()
        reader.stop()
        #expect(reader.refusedCommands == [])
    }

    private static func put(_ product: Type5Product, _ number: Int, on reader: EmulatedUSBReader) -> String {
        let tag = Type5Tag(product, uid: Type5Tag.uid(of: product, numbered: number))
        reader.antenna.insert(tag as any EmulatedTag)
        return tag.uid.map { String($0 >> 4, radix: 16, uppercase: true) + String($0 & 15, radix: 16, uppercase: true) }
            .joined()
    }

    @Test(arguments: [(Type5Product.slix, "ICODE SLIX", 0x0D), (.slix2, "ICODE SLIX2", 0x27)])
    func `is written, read back, registered and audited`(product: Type5Product, name: String, size: Int) async throws {
        try await Self.run { station, reader in
            try await station.createBatch("a", tags: 1)
            let uid = Self.put(product, 1, on: reader)
            try await station.waymark("write", "a")
            // What a phone wants: four bytes of capability container, the last of them 00, and the message behind them.
            let tag = try #require(reader.antenna.anyTag as? Type5Tag)
            #expect(tag.memory[0] == [0xE1, 0x40, UInt8(size), 0x00])
            #expect(Array(tag.memory.bytes[4..<10]) == [0x03, 0x19, 0xD1, 0x01, 0x15, 0x55])
            #expect(Array(tag.memory.bytes[10..<32]) == [0x04] + Array("f.example/s/c?tag=a1".utf8) + [0xFE])
            #expect(tag.lockedBlocks == [])

            let reading = try await station.waymark("read", "--json").document
            #expect(reading["uid"] as? String == uid && reading["product"] as? String == name)
            #expect(reading["url"] as? String == TestStation.url("a1"))
            #expect((reading["tag"] as? [String: Any])?["id"] as? String == "a1")
            let confirmed = try #require(try await station.journal("write-confirmed").first)
            #expect("\(confirmed)".contains(uid))

            let sightings = try station.folder.write(
                "time,url,uid,latitude,longitude,accuracy\n"
                    + "2026-11-20T10:00:00Z,\(TestStation.url("a1")),\(uid),37.3230,-122.0322,10\n", to: "walk.csv")
            let audit = try await station.waymark("audit", "--sightings", sightings, "--json=tags").document
            let seen = try #require((audit["tags"] as? [[String: Any]])?.first)
            #expect(seen["tag"] as? String == "a1" && seen["uid"] as? String == uid)
            #expect(seen["verdict"] as? String == "inside")
        }
    }

    @Test func `is locked block by block where the batch says so, and torn away it is finished`() async throws {
        try await Self.run { station, reader in
            try await station.createBatch("a", tags: 1)
            _ = Self.put(.slix, 1, on: reader)
            reader.antenna.tear(after: 6)
            let writing = try station.start(["write", "a", "--protect", "lock", "--yes", "--json"])
            for await line in writing.output.lines where line.contains("\"interrupted\"") { break }
            reader.antenna.clearFaults()
            reader.antenna.putBack()
            let ending = await writing.wait()
            #expect(ending.status == .exited(0), "\(ending)")
            let tag = try #require(reader.antenna.anyTag as? Type5Tag)
            #expect(tag.memory[0] == [0xE1, 0x43, 0x0D, 0x00] && tag.lockedBlocks == Set(0..<27))
            #expect(try await station.waymark("read").output.contains("\nwriting  locked for ever\n"))
        }
    }
}
