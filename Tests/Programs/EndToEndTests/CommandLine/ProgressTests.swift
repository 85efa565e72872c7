import Glibc
import ReaderEmulator
import TestBench
import Testing
import UnixSystem

/// Progress is for people who watch: on a terminal only. Colour is for results on a terminal.
@Suite(.timeLimit(.minutes(10))) struct ProgressTests {
    private static let erase = "\r\u{1B}[K"

    @Test func `a sheet shows progress on a terminal and takes it away`() async throws {
        try await TestStation.run { station in
            try await station.takeInStores()
            try await station.createBatch("spring", "t1,cupertino,door,qr,")
            let words = ["sheet", "spring", "--stock", "22805", "--output", station.folder["s.pdf"]]
            let ending = try await ProgramOnTerminal(
                .commandLine, words, environment: ["WAYMARK_SOCKET": station.socket]
            ).wait()
            #expect(ending.status == .exited(0))
            #expect(ending.terminal.hasPrefix("\(Self.erase)page 1 of 1"))
            #expect(ending.terminal.hasSuffix(Self.erase))
            #expect(ending.output.hasPrefix("1 label on 1 page") && !ending.output.contains("\u{1B}"))
            let piped = try await station.waymark(words + ["--again"])
            #expect(piped.errors.isEmpty && !piped.output.contains("\u{1B}"))
        }
    }

    @Test(arguments: [false, true]) func `a written tag is coloured on a terminal only`(onTerminal: Bool) async throws {
        try await TestStation.run { station in
            try await station.takeInStores()
            try await station.createBatch("spring", "t1,cupertino,door,nfc,")
            let reader = try await station.addReader("bench")
            reader.antenna.insert(Type2Tag(.ntag213, uid: Type2Tag.uid(numbered: 1)))
            let ending = try await ProgramOnTerminal(
                .commandLine, ["write", "spring"], environment: ["WAYMARK_SOCKET": station.socket, "NO_COLOR": ""],
                outputToo: onTerminal
            ).wait()
            #expect(ending.status == .exited(0))
            #expect(ending.terminal.contains("put a tag on the reader for: t1 · cupertino · door"))
            let text = onTerminal ? ending.terminal : ending.output
            #expect(text.contains(onTerminal ? "\u{1B}[32m✓\u{1B}[0m 1/1" : "✓ 1/1"))
            if !onTerminal { #expect(!ending.output.contains("\u{1B}")) }
        }
    }

    @Test func `NO_COLOR is respected`() async throws {
        try await TestStation.run { station in
            try await station.takeInStores()
            try await station.createBatch("spring", "t1,cupertino,door,nfc,")
            let reader = try await station.addReader("bench")
            reader.antenna.insert(Type2Tag(.ntag213, uid: Type2Tag.uid(numbered: 1)))
            let ending = try await ProgramOnTerminal(
                .commandLine, ["write", "spring"], environment: ["WAYMARK_SOCKET": station.socket, "NO_COLOR": "1"],
                outputToo: true
            ).wait()
            #expect(ending.terminal.contains("✓ 1/1") && !ending.terminal.contains("\u{1B}[32m"))
        }
    }

    @Test func `without a terminal nothing asks for a tag`() async throws {
        try await TestStation.run { station in
            try await station.takeInStores()
            try await station.createBatch("spring", "t1,cupertino,door,nfc,")
            let reader = try await station.addReader("bench")
            reader.antenna.insert(Type2Tag(.ntag213, uid: Type2Tag.uid(numbered: 1)))
            let ending = try await station.waymark("write", "spring")
            #expect(ending.errors.isEmpty)
            #expect(ending.output.hasSuffix("done: 1 of 1 tags are written and read back\n"))
        }
    }
}
