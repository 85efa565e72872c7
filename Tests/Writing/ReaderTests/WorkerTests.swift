import Chips
import Faults
import Foundation
import Glibc
import NDEF
import NFCTags
import ReaderEmulator
import ReaderProtocol
import ReaderSupervision
import TestBench
import Testing
import UnixSystem

/// One worker with real libnfc, and an emulated PN532.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `A worker` {
    @Test func `opens a PN532 and says what it is`() async throws {
        try await ReaderBench.run { bench in
            let (reader, _) = try await bench.openedReader()
            let snapshot = try await bench.untilReady()
            let path = try #require(reader.path)
            #expect(snapshot.description?.device == "pn532_uart:\(path)")
            #expect(snapshot.description?.chip == "PN532 v1.6")
            #expect(snapshot.failure == nil)
            #expect(snapshot.restarts == 0)
        }
    }

    @Test func `selects a tag, reads and writes it, and sees it leave`() async throws {
        try await ReaderBench.run { bench in
            let (reader, link) = try await bench.openedReader()
            let selected = try await link.select()
            #expect(selected?.uid.bytes == Type2Tag.uid(numbered: 1))
            #expect(selected?.atqa == [0x00, 0x44])
            #expect(selected?.sak == 0x00)

            try await link.expectToReadAndWrite(reader.antenna)

            reader.antenna.remove()
            #expect(try await link.select() == nil)
        }
    }

    @Test func `blames the tag for a refusal, a damaged answer and silence, and goes on`() async throws {
        try await ReaderBench.run { bench in
            let (reader, link) = try await bench.openedReader()
            for disturb in [
                { $0.refuse(at: 1) }, { $0.corrupt(at: 1) }, { $0.drop(at: 1) }, { $0.tear(after: 1, losing: .answer) },
            ] as [@Sendable (Antenna) -> Void] {
                _ = try await link.select()
                disturb(reader.antenna)
                let error = await #expect(throws: TagLinkError.self) {
                    try await link.transceive([0xA2, 0x05, 0, 0, 0, 0], expecting: .acknowledgement)
                }
                #expect(error?.concernsReader == false, "\(error as Any)")
            }
            if let tag = reader.antenna.remove() { reader.antenna.insert(tag) }
            #expect(try await link.select() != nil)
            #expect(try await bench.untilReady().restarts == 0)
        }
    }

    @Test func `has standard streams, with nothing to read`() async throws {
        try await ReaderBench.run { bench in
            _ = try await bench.openedReader()
            let worker = try #require(bench.workers.first)
            #expect(Self.file(0, of: worker) == "/dev/null")
            #expect(Self.file(1, of: worker) != nil)
            #expect(Self.file(2, of: worker) != nil)
        }
    }

    /// libnfc's level 3 prints every frame, and a tag's password is in one.
    @Test func `lets no password into the log, whatever libnfc's settings are`() async throws {
        let folder = try TemporaryFolder()
        let script = try await ReaderBench.wrapped(
            in: folder, "export LIBNFC_LOG_LEVEL=3 USB_DEBUG=9\nexec 2>\(folder["log"])")
        try await ReaderBench.run(program: script) { bench in
            let (_, link) = try await bench.openedReader()
            _ = try await link.select()
            _ = try? await link.transceive([0x1B, 0xA1, 0xB2, 0xC3, 0xD4], expecting: .data)
        }
        let log = try String(contentsOfFile: folder["log"], encoding: .utf8)
        #expect(log.firstMatch(of: #/(?i)a1\s*b2\s*c3\s*d4/#) == nil, "\(log)")
        #expect(!log.contains("TX"), "\(log)")
    }

    /// libnfc takes descriptor 0 for "no descriptor": were it free, the port would get it.
    @Test func `opens standard streams itself when it was given none`() async throws {
        let folder = try TemporaryFolder()
        let script = folder["bare"]
        try "#!/bin/sh\nexec \(ReaderBench.worker) \"$@\" <&- >&- 2>&-\n".write(
            toFile: script, atomically: false, encoding: .utf8)
        chmod(script, 0o700)
        try await ReaderBench.run(program: script) { bench in
            let (_, link) = try await bench.openedReader()
            #expect(try await link.select() != nil)
            let worker = try #require(bench.workers.first)
            for number in 0...2 { #expect(Self.file(number, of: worker) == "/dev/null") }
        }
    }

    private static func file(_ number: Int, of process: Int32) -> String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/fd/\(number)")
    }
}

/// The commands of every kind of tag through real libnfc.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `A worker with tags of other kinds` {
    @Test(arguments: ["ntag216", "ntag203", "ultralight", "ulc", "ul11", "ul21", "ntag424", "type4"])
    func `writes and protects them`(name: String) async throws {
        try await ReaderBench.run { bench in
            let (reader, link) = try await bench.openedReader()
            let model = try #require(TagModel(named: name))
            reader.antenna.insert(model.make([0x04, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0x80]))
            let message = try NDEFMessage(uri: "https://brighteggcafe.example/store/12")
            let session = try #require(try await TagSession.identify(over: link))
            let plan = try WritePlan(writing: message, to: try await session.readImage(for: message))
            try await session.write(plan)
            #expect(try await session.verify(plan) == .url("https://brighteggcafe.example/store/12"))
            if session.product?.signer != nil {
                #expect(try await session.readSignature() == [UInt8](repeating: 0, count: 32))
            }
            let image = try await session.readBack(plan)
            let password = try #require(TagPassword(password: [1, 2, 3, 4], acknowledgement: [5, 6]))
            if let capability = session.passwordProtectable {
                let protection = try capability.planProtection(of: image, holding: message, mirror: nil)
                try await capability.protect(protection, password: password, current: nil)
                try await capability.verifyProtection(protection, password: password)
            }
            let now = try await session.readBack(plan)
            let lock = try session.lockable.planLock(of: now, holding: message, mirror: nil, options: [])
            if name == "ntag424" {
                let error = await #expect(throws: TagError.self) {
                    try await session.lockable.lock(lock, password: nil)
                }
                #expect(error?.code == .notLockable)
            } else {
                try await session.lockable.lock(lock, password: password)
                try await session.lockable.verifyLock(lock)
            }
            #expect(try await bench.untilReady().restarts == 0)
        }
    }
}
