import Foundation
import Glibc
import ReaderEmulator
import TestBench
import Testing
import UnixSystem

/// What commands answer: JSON with its schema, results on standard output, everything else on standard error.
@Suite(.timeLimit(.minutes(10))) struct AnswerTests {
    /// Every command with `--json`, in an order in which each has what it needs. `@` stands for the folder.
    static let conversation: [(words: [String], status: Int32)] = [
        (["store", "import", "@/stores.csv"], 0), (["experience", "import", "@/experiences.csv"], 0),
        (["batch", "create", "spring", "--from", "@/spring.csv", "--template", TestStation.template], 0),
        (["deployment", "load", Repository.path("tags/fruta")], 0),
        (["status"], 0), ([], 0), (["store", "list"], 0), (["batch", "list"], 0), (["batch", "show", "spring"], 0),
        (["experience", "match", "https://fruta.example/store/cupertino"], 0),
        (["experience", "match", "https://elsewhere.example/"], 2),
        (["tag", "show", "t1"], 0), (["sheet", "spring", "--stock", "22805", "--output", "@/spring.pdf"], 0),
        (["audit", "--sightings", "@/walk.csv"], 0),
        (
            [
                "audit", "--stores", "@/stores.csv", "--experiences", "@/experiences.csv", "--template",
                TestStation.template, "--sightings", "@/walk.csv",
            ], 0
        ),
        (["tag", "replace", "t1", "--reason", "torn"], 0), (["tag", "retire", "t1", "--reason", "gone"], 0),
        (["reader", "list"], 0), (["reader", "remove", "bench"], 0),
    ]

    private func prepare(_ station: TestStation) throws {
        try station.folder.write(TestStation.stores, to: "stores.csv")
        try station.folder.write(TestStation.experiences, to: "experiences.csv")
        try station.folder.write(
            "tag,store,placement,medium\nt1,cupertino,door,qr\nt2,cupertino,counter,nfc\n", to: "spring.csv")
        try station.folder.write(
            "time,url,uid,latitude,longitude,accuracy\n"
                + "2026-11-19T17:10:38Z,https://fruta.example/store/cupertino?tag=t1,,37.3230,-122.0322,9\n",
            to: "walk.csv")
    }

    @Test func `every answer in JSON is one document with schema 1`() async throws {
        try await TestStation.run { station in
            try prepare(station)
            let reader = try station.emulatedReader()
            let connection = try #require(reader.connectionString)
            let added = try await station.waymark("reader", "add", connection, "--name", "bench", "--json").document
            #expect(added["schema"] as? Int == 1 && added["state"] as? String == "ready")
            for (words, status) in Self.conversation {
                let words = words.map { $0.replacing("@/", with: "\(station.folder.path)/") }
                let ending = try await station.waymark(words + ["--json"], expecting: status)
                #expect(ending.document["schema"] as? Int == 1, "\(words): \(ending)")
            }
        }
    }

    @Test func `results are on standard output and nothing is on standard error`() async throws {
        try await TestStation.run { station in
            try prepare(station)
            _ = try await station.addReader("bench")
            for (words, status) in Self.conversation {
                let words = words.map { $0.replacing("@/", with: "\(station.folder.path)/") }
                let ending = try await station.waymark(words, expecting: status)
                #expect(!ending.output.isEmpty && ending.output.hasSuffix("\n"), "\(words)")
                #expect(!ending.output.hasSuffix("\n\n"), "\(words)")
                #expect(ending.errors.isEmpty, "\(words): \(ending.errors)")
                #expect(!ending.output.contains("\u{1B}"), "\(words)")
            }
        }
    }

    @Test func `a write job in JSON is lines with schema and type`() async throws {
        try await TestStation.run { station in
            try prepare(station)
            try await station.takeInStores()
            try await station.waymark(
                "batch", "create", "spring", "--from", station.folder["spring.csv"], "--template", TestStation.template)
            _ = try await station.addReader("bench")
            let writing = try station.start(["write", "spring", "--json"])
            for await line in writing.output.lines where line.contains("\"next\"") { break }
            writing.signal(SIGINT)
            let ending = await writing.wait()
            #expect(ending.status == .exited(130) && ending.errors.isEmpty)
            #expect(ending.objects.count == ending.output.split(separator: "\n").count)
            #expect(ending.objects.allSatisfy { $0["schema"] as? Int == 1 && $0["type"] is String })
        }
    }

    @Test func `without a command the station is shown`() async throws {
        try await TestStation.run { station in
            try await station.takeInStores()
            #expect(try await station.waymark().output == station.waymark("status").output)
            #expect(try await station.waymark("--json").output == station.waymark("status", "--json").output)
        }
    }
}
