import Foundation
import TestBench
import Testing

@testable import ReaderEmulator

/// Programs of other people that speak to emulated readers through pcscd, its driver and libusb as they are installed.
@Suite(
    .serialized, .timeLimit(.minutes(5)),
    .enabled(if: PrivatePCSCDaemon.canRun, "pcscd cannot run: \(PrivatePCSCDaemon.obstacle ?? "")"),
    .enabled(if: USBTestbed.isLibraryInstalled || OutsideProgram.isCountedOn, "umockdev is not installed"))
struct `Other people's PC/SC programs` {
    private struct Bench {
        let reader: EmulatedUSBReader
        let daemon: PrivatePCSCDaemon

        /// What opensc-tool prints of the answers to these commands, without blanks and readable text.
        func answers(_ commands: [String]) async throws -> String {
            let output = try await run(
                "opensc-tool", ["--reader", "0"] + commands.flatMap { ["--send-apdu", $0] })
            let lines = output.split(separator: "\n").map { line in
                let isData = line.first?.isHexDigit == true && !line.hasPrefix("S")
                return isData ? String(line.prefix(48)) : String(line)
            }
            return lines.joined().filter { !$0.isWhitespace }
        }

        func run(_ name: String, _ arguments: [String], input: String = "") async throws -> String {
            let program = try #require(OutsideProgram(named: name), "\(name) is not installed")
            return try await program.runUntilDone(arguments, environment: daemon.environment, input: input)
        }
    }

    private func bench(
        _ model: USBReaderModel, with tag: some EmulatedTag = Type2Tag(.ntag213, uid: serial),
        _ body: (Bench) async throws -> Void
    ) async throws {
        let testbed = try USBTestbed()
        let reader = try EmulatedUSBReader(model, on: testbed, port: "1-1.3")
        reader.antenna.insert(tag)
        let listed = model == .acr1552u ? [model.identifiers] : []
        let daemon = try await PrivatePCSCDaemon(testbed: testbed.environment, listing: listed)
        try await body(Bench(reader: reader, daemon: daemon))
        await daemon.kill()
        reader.stop()
    }

    @Test(arguments: USBReaderModel.forPCSC)
    func `list the reader and the tag on it`(model: USBReaderModel) async throws {
        try await bench(model) { bench in
            let name = try #require(
                [.acr1252u: "ACS ACR1252 Reader", .acr1552u: "ACS ACR1552", .utrust3700f: "Identiv uTrust 3700 F"][
                    model])
            #expect(try await bench.run("opensc-tool", ["--list-readers"]).contains(name))
            let answer = try await bench.run("opensc-tool", ["--reader", "0", "--atr"])
            #expect(answer.contains("3b:8f:80:01:80:4f:0c:a0:00:00:03:06:03:00:03:00:00:00:00:68"))
        }
    }

    @Test(arguments: USBReaderModel.forPCSC)
    func `read the serial number, write a page and read it back`(model: USBReaderModel) async throws {
        try await bench(model) { bench in
            let answers = try await bench.answers(["FFCA000000", "FFD6000504AABBCCDD", "FFB0000504"])
            #expect(answers.contains("FFCA000000Received(SW1=0x90,SW2=0x00):04A1B2C3D4E580"))
            #expect(answers.contains("FFB0000504Received(SW1=0x90,SW2=0x00):AABBCCDD"))
            #expect(bench.reader.antenna.tag?.memory[5] == [0xAA, 0xBB, 0xCC, 0xDD])
            #expect(bench.reader.refusedCommands == [])
        }
    }

    /// As nfc-agent has captured it on an ACR1252U.
    @Test(arguments: [USBReaderModel.acr1252u, .acr1552u])
    func `ask a tag for its version in a session, in which nothing else works`(model: USBReaderModel) async throws {
        try await bench(model) { bench in
            let answers = try await bench.answers([
                "FFC20000028100", "FFC20002048F020003", "FFC2000103950160", "FFCA000000", "FFC20000028200",
                "FFCA000000",
            ])
            #expect(answers.contains("950160Received(SW1=0x90,SW2=0x00):C00300900092010096020000970800"))
            #expect(answers.contains("FFCA000000Received(SW1=0x6A,SW2=0x81)"))
            #expect(answers.contains("FFCA000000Received(SW1=0x90,SW2=0x00):04A1B2C3D4E580"))
            #expect(bench.reader.refusedCommands == [[0xFF, 0xCA, 0, 0, 0]])
        }
    }

    @Test func `ask a tag for its version through an Identiv, and write to it`() async throws {
        try await bench(.utrust3700f) { bench in
            let answers = try await bench.answers(["FFEF00000160", "FFEF000006A20601020304", "FFEF0000023006"])
            #expect(answers.contains("0160Received(SW1=0x90,SW2=0x00):0004040201000F03"))
            #expect(answers.contains("01020304Received(SW1=0x90,SW2=0x00):0A"))
            #expect(answers.contains("023006Received(SW1=0x90,SW2=0x00):01020304"))
        }
    }

    @Test func `speak to a Type 4 tag`() async throws {
        try await bench(.acr1252u, with: Type4Tag(.type4, uid: serial)) { bench in
            let script = "00A4040007D276000085010100\n00A4000C02E103\n00B000000F\n"
            let output = try await bench.run("scriptor", ["-r", "ACS ACR1252 Reader 00 00"], input: script)
            #expect(output.contains("00 0F 20 00 3B 00 34 04 06 E1 10 08 00 00 00 90 \n00"), "\(output)")
        }
    }

    @Test func `lose a reader that is unplugged, and find it again at another number`() async throws {
        try await bench(.acr1252u) { bench in
            bench.reader.unplug()
            while try await bench.run("opensc-tool", ["--list-readers"]).contains("ACR1252") {}
            try bench.reader.plug()
            while try await !bench.run("opensc-tool", ["--list-readers"]).contains("ACR1252") {}
            #expect(try await bench.answers(["FFCA000000"]).contains("04A1B2C3D4E580"))
        }
    }

    @Test func `wait for a tag in Python`() async throws {
        try await bench(.acr1252u) { bench in
            let output = try await OutsideProgram.systemPython.run(
                ["\(OutsideProgram.packageFolder)/Tests/Writing/ReaderEmulatorTests/Strangers/Peers/pcsc_events.py"],
                environment: bench.daemon.environment)
            #expect(output.contains("3B 8F 80 01 80 4F 0C A0 00 00 03 06 03 00 03 00 00 00 00 68 04 A1 B2 C3 D4 E5 80"))
        }
    }
}
