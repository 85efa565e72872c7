import Foundation
import ReaderEmulator
import TestBench
import Testing
import UnixSystem

/// What the operator says while a batch is written, and between two days.
@Suite(.timeLimit(.minutes(10))) struct `The operator of a packing bench` {
    private static func chip(_ number: Int) -> ReaderEmulator.Type2Tag {
        ReaderEmulator.Type2Tag(.ntag213, uid: ReaderEmulator.Type2Tag.uid(numbered: number))
    }

    @Test func `scans the printed code of a sign and gets its NFC tag, and no other`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 3)
            // The same places on paper, in a batch of their own, with other identifiers.
            try await station.waymark(
                "batch", "create", "q", "--from",
                try station.folder.write(
                    "tag,store,placement,medium\nq1,c,table 1,qr\nq2,c,table 2,qr\nq9,c,door,qr\n", to: "q.csv"),
                "--template", "https://f.example/s/{store}{?tag}")
            let reader = try await station.addReader("bench")
            let writing = try WritingProgram(station, "a", "--pick")
            try await writing.until("scan")
            // No code, no tag.
            reader.antenna.insert(Self.chip(1))
            #expect(try await writing.until("refused").code == "not-picked")
            reader.antenna.remove()

            try writing.scan(TestStation.url("q2"))
            #expect(try await writing.until("next").tag == "a2")
            reader.antenna.insert(Self.chip(2))
            #expect(try await writing.until("written").tag == "a2")
            let (looks, look) = AsyncStream.makeStream(of: Void.self)
            reader.antenna.observe { if $0 == .foundNone { look.yield() } }
            reader.antenna.remove()
            try await writing.until("scan")
            // The reader has seen that the chip is gone: it calls twice.
            for await _ in looks.prefix(2) {}

            // The chip of table 2 on the sign of table 1.
            try writing.scan("q1")
            #expect(try await writing.until("next").tag == "a1")
            reader.antenna.insert(Self.chip(2))
            #expect(try await writing.until("refused").code == "other-sign")
            reader.antenna.insert(Self.chip(3))
            #expect(try await writing.until("written").tag == "a1")

            try writing.scan("https://elsewhere.example/")
            #expect(try await writing.until("refused").code == "unknown-code")
            try writing.scan(TestStation.url("q9"))
            #expect(try await writing.until("refused").code == "other-batch")
            // A sign that has its tag: a second chip is refused.
            try writing.scan("a1")
            #expect(try await writing.until("next").tag == "a1")
            reader.antenna.insert(Self.chip(4))
            #expect(try await writing.until("refused").code == "sign-taken")
            // Its chip is spoiled: another one takes its place.
            try writing.scan("redo a1")
            #expect(try await writing.until("redone").tag == "a1")
            reader.antenna.insert(Self.chip(5))
            #expect(try await writing.until("written").tag == "a1")
            try writing.scan("a3")
            try await writing.until("next")
            reader.antenna.insert(Self.chip(6))
            #expect(try await writing.ending().status == .exited(0))
            #expect(
                try await station.api.tags(of: "a").map(\.uid)
                    == [5, 2, 6].map { Self.chip($0).uidText })
        }
    }

    @Test(.enabled(if: Witness.curl.isExpected, "curl is not installed"))
    func `skips a sign, and writes it at the end`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 3)
            let reader = try await station.addReader("bench")
            let writing = try WritingProgram(station, "a")
            try await writing.until("next", "a1")
            let job = writing.events[0].job
            let answer = try await station.ask("POST", "/v1/jobs/\(job)/orders", body: #"{"kind":"skip"}"#)
            #expect(answer.status == 200, "\(answer)")
            try await writing.until("skipped", "a1")
            try await writing.until("next", "a2")
            for (number, tag) in [(1, "a2"), (2, "a3"), (3, "a1")] {
                reader.antenna.insert(Self.chip(number))
                try await writing.until("written", tag)
            }
            #expect(try await writing.ending().status == .exited(0))
        }
    }

    @Test func `pauses a batch until another day`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 2)
            let reader = try await station.addReader("bench")
            let writing = try WritingProgram(station, "a")
            try await writing.until("next", "a1")
            reader.antenna.insert(Self.chip(1))
            try await writing.until("written", "a1")
            let paused = try await station.waymark("batch", "pause", "a", "--reason", "lunch")
            #expect(paused.output == "batch a is paused: 1 of 2 tags are done\n")
            #expect(try await writing.ending().status == .exited(3))
            #expect(writing.events.last?.type == "paused")

            await station.stopDaemon()
            try await station.startDaemon()
            let refused = try await station.waymark("write", "a", expecting: 1)
            #expect(refused.errors.contains("it is paused\n  next: let it go on: waymark batch resume a"))
            #expect(try await station.waymark("batch", "list").output.contains("paused"))
            try await station.waymark("batch", "resume", "a")
            reader.antenna.insert(Self.chip(2))
            try await station.waymark("write", "a")
        }
    }

    @Test func `writes nothing that a revision meanwhile made unfit to be written`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 2)
            let reader = try await station.addReader("bench")
            let writing = try WritingProgram(station, "a")
            try await writing.until("next", "a1")
            let plan = "tag,store,placement,medium\na1,c,door,nfc\na2,c,door,nfc\n"
            let file = try station.folder.write(plan, to: "new.csv")
            try await station.waymark(
                "batch", "revise", "a", "--from", file, "--template", "https://elsewhere.example/{store}{?tag}")
            #expect(try await writing.ending().status == .exited(1))
            #expect(writing.events.last?.type == "failed" && writing.events.last?.code == "unregistered")
            reader.antenna.insert(Self.chip(1))
            #expect(try await station.refuses("write", "a").reasons.joined().contains("elsewhere.example"))
            #expect(try await station.api.tags(of: "a").map(\.uid) == [nil, nil])
        }
    }

    @Test func `rewrites what was revised, on the same chip, and sees it in the tag's history`() async throws {
        try await TestStation.run { station in
            try await station.createBatch("a", tags: 2)
            let reader = try await station.addReader("bench")
            var chips: [ReaderEmulator.Type2Tag] = []
            do {
                let writing = try WritingProgram(station, "a")
                for number in 1...2 {
                    reader.antenna.insert(Self.chip(number))
                    try await writing.until("written", "a\(number)")
                    chips.append(try #require(reader.antenna.remove()))
                }
                _ = try await writing.ending()
            }
            #expect(try await station.waymark("batch", "check", "a").output.contains("as it should be"))

            let file = try station.folder.write("tag,store,placement,medium\na2,c,door,nfc\n", to: "new.csv")
            let revised = try await station.waymark(
                "batch", "revise", "a", "--from", file, "--template", "https://f.example/n/{store}{?tag}",
                expecting: 2)
            #expect(revised.output.contains("a2   c      door"))
            let check = try await station.waymark("batch", "check", "a", "--json", expecting: 2).document
            let items = try #require(check["tags"] as? [[String: Any]])
            #expect(items.map { $0["tag"] as? String } == ["a2"] && items.map { $0["code"] as? String } == ["outdated"])

            let writing = try WritingProgram(station, "a")
            #expect(try await writing.until("nothing-left").why?.contains("a2 on \(chips[1].uidText)") == true)
            reader.antenna.insert(chips[1])
            #expect(try await writing.until("written").tag == "a2")
            #expect(try await writing.ending().status == .exited(0))
            #expect(reader.antenna.tag?.phoneView == .url("https://f.example/n/c?tag=a2"))
            #expect(try await station.waymark("batch", "check", "a").status == .exited(0))

            let shown = try await station.waymark("tag", "show", "a2")
            #expect(shown.output.components(separatedBy: "write-confirmed").count == 3)
            #expect(shown.output.contains("chip \(chips[1].uidText), bench, https://f.example/n/c?tag=a2"))
        }
    }
}
