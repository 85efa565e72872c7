import Foundation
import ReaderEmulator
import TestBench
import Testing
import UnixSystem

/// Four readers that libnfc drives and four smart-card readers behind real pcscd, libccid and libusb write one batch; one
/// exchange in a hundred goes wrong, and pcscd is killed again and again.
///
/// `WAYMARK_MIXED_FLOOR=1000` writes so many tags and kills pcscd ten times; otherwise 100, and three times.
@Suite(
    .serialized,
    .enabled(
        if: PrivatePCSCDaemon.canRun && USBTestbed.isLibraryInstalled,
        "needs umockdev, and pcscd in a namespace: \(PrivatePCSCDaemon.obstacle ?? "which is there")"))
struct `Readers of both kinds on one batch` {
    private static let count = ProcessInfo.processInfo.environment["WAYMARK_MIXED_FLOOR"].flatMap { Int($0) } ?? 100
    /// How often pcscd is killed.
    private static let kills = count >= 1_000 ? 10 : 3

    @Test(.timeLimit(.minutes(60))) func `write each tag to exactly one chip, in spite of faults`() async throws {
        let count = Self.count
        let testbed = try USBTestbed()
        let daemon = try await PrivatePCSCDaemon(
            testbed: testbed.environment, listing: [USBReaderModel.acr1552u.identifiers])
        let folder = try TemporaryFolder()
        let worker = try Self.worker(in: folder, testbed.environment.merging(daemon.environment) { $1 })
        let cards =
            try USBReaderModel.forPCSC.enumerated().map { index, model in
                try EmulatedUSBReader(model, on: testbed, port: "1-1.\(index + 1)")
            } + [try EmulatedUSBReader(.acr1252u, on: testbed, port: "1-1.4")]
        try await TestStation.run(options: ["--worker", worker]) { station in
            try await station.createBatch("a", tags: count)
            var readers: [(name: String, reader: any PluggableReader)] = []
            for index in 0..<4 { readers.append(("r\(index)", try await station.addReader("r\(index)"))) }
            for (index, card) in cards.enumerated() {
                let place = try #require(card.connectionString)
                try await station.waymark("reader", "add", place, "--name", "c\(index)")
                readers.append(("c\(index)", card))
            }
            let start = ContinuousClock.now
            var killed = 0
            let floor = try await BusyFloor(station, batch: "a", chips: count + count / 100 + 10, readers: readers) {
                done in
                guard done > (killed + 1) * count / (Self.kills + 2), killed < Self.kills else { return }
                killed += 1
                await daemon.kill()
                try await daemon.start()
            }
            let ending = try await floor.run()
            let time = ContinuousClock.now - start
            #expect(ending.status == .exited(0), "\(ending.errors.suffix(2_000))")
            #expect(killed == Self.kills)
            try await floor.check(tags: count)
            let shares = try await station.api.journal().filter { $0.kind == "write-confirmed" }.map {
                $0["reader"] ?? ""
            }
            let byCards = shares.count { $0.hasPrefix("c") }
            #expect(byCards > 0 && byCards < shares.count)
            print(
                "mixed floor: \(count) tags in \(time), \(byCards) of \(shares.count) writes by smart-card readers, "
                    + "pcscd killed \(killed) times, faults: \(floor.faultList)")
        }
        await daemon.kill()
        for card in cards { card.stop() }
        for card in cards { #expect(card.refusedCommands == []) }
    }

    /// The worker in the testbed's environment.
    private static func worker(
        in folder: borrowing TemporaryFolder, _ environment: [String: String]
    ) throws -> String {
        let settings = environment.map { "export \($0.key)='\($0.value)'\n" }.sorted().joined()
        let script = "#!/bin/sh\n\(settings)exec '\(BuiltProgram.worker.path)' \"$@\"\n"
        try script.write(toFile: folder["worker"], atomically: false, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder["worker"])
        return folder["worker"]
    }
}
