import Foundation
import ReaderEmulator
import TestBench
import Testing
import UnixSystem

/// A chip that is locked can never be written again: no job that locks chips begins without a confirmation.
@Suite(.timeLimit(.minutes(10))) struct `A batch that locks its chips` {
    private static func chip(_ number: Int) -> ReaderEmulator.Type2Tag {
        ReaderEmulator.Type2Tag(.ntag213, uid: ReaderEmulator.Type2Tag.uid(numbered: number))
    }

    @Test(.enabled(if: Witness.curl.isExpected, "curl is not installed"))
    func `is not written by a request without the name of the batch`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 1)
            try await station.waymark("batch", "rules", "a", "--protect", "lock")
            let reader = try await station.addReader("bench")
            reader.antenna.insert(Self.chip(1))
            for body in [#"{"batch":"a"}"#, #"{"batch":"a","confirmation":"b"}"#] {
                let answer = try await station.ask("POST", "/v1/jobs", body: body)
                #expect(answer.status == 409, "\(answer)")
                let problem = try JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any]
                #expect(problem?["code"] as? String == "confirmation-required")
                #expect((problem?["next"] as? String)?.contains("waymark write a --yes") == true)
            }
            #expect(try await station.ask("GET", "/v1/jobs").body.contains(#""jobs":[]"#))
            #expect(reader.antenna.tag?.memory == Self.chip(1).memory)
            let started = try await station.ask("POST", "/v1/jobs", body: #"{"batch":"a","confirmation":"a"}"#)
            #expect(started.status == 201, "\(started)")
        }
    }

    @Test func `is not written by a command that nobody confirms`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 1)
            try await station.waymark("batch", "rules", "a", "--protect", "lock")
            let reader = try await station.addReader("bench")
            reader.antenna.insert(Self.chip(1))
            let refused = try await station.waymark("write", "a", expecting: 64)
            #expect(refused.output.isEmpty)
            #expect(refused.errors.contains("batch a: each tag is LOCKED FOR EVER"))
            #expect(refused.errors.hasSuffix("next: confirm the lock for ever beforehand: waymark write a --yes\n"))
            #expect(reader.antenna.tag?.memory == Self.chip(1).memory)
            try await station.waymark("write", "a", "--yes")
            #expect(reader.antenna.tag?.memory[2].suffix(2) == [0xFF, 0xFF])
        }
    }

    /// The name is typed on a terminal of its own; script(1) makes it.
    @Test(.needs(.script), arguments: ["a", "y", ""])
    func `is written once its name is typed on a terminal`(answer: String) async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 1)
            try await station.waymark("batch", "rules", "a", "--protect", "lock")
            let reader = try await station.addReader("bench")
            reader.antenna.insert(Self.chip(1))
            let words =
                "printf '%s\\n' '\(answer)' | script --quiet --return --command "
                + "\"'\(BuiltProgram.commandLine.path)' write a\" /dev/null"
            let ending = try await RunningProgram(
                path: "/bin/sh", ["-c", words], environment: ["WAYMARK_SOCKET": station.socket]
            ).wait()
            #expect(ending.output.contains("type the name of the batch to lock its chips for ever: "), "\(ending)")
            #expect(ending.status == .exited(answer == "a" ? 0 : 64), "\(ending)")
            let isLocked = reader.antenna.tag?.memory[2].suffix(2) == [0xFF, 0xFF]
            #expect(isLocked == (answer == "a"))
        }
    }

    @Test func `does not become one for a run without a word`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 1)
            let reader = try await station.addReader("bench")
            reader.antenna.insert(Self.chip(1))
            for protection in ["lock", "password"] {
                let refused = try await station.waymark("write", "a", "--protect", protection, expecting: 64)
                #expect(
                    refused.errors.contains(
                        "batch a: --protect \(protection) changes the rule of the batch, which was none, for this and "
                            + "every later write"))
                #expect(refused.errors.contains("nothing was changed"))
            }
            #expect(try await station.journal("batch-ruled").isEmpty)
            #expect(reader.antenna.tag?.memory == Self.chip(1).memory)
            // The rule that the batch has already is not a change.
            try await station.waymark("write", "a", "--protect", "none")
            #expect(try await station.journal("batch-ruled").isEmpty)
        }
    }
}
