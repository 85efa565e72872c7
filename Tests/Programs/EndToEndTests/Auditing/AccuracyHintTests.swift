import Foundation
import TestBench
import Testing
import UnixSystem

/// A row that tells no accuracy is bad, and the audit says what makes it a good one.
@Suite(.timeLimit(.minutes(10))) struct AccuracyHintTests {
    private static let option = "next: say how accurate sightings are that do not tell it: --accuracy M\n"
    private static let column = "next: in CSV, fill the column accuracy with metres\n"
    private static let header = "time,url,uid,latitude,longitude,accuracy\n"
    private static let url = "https://fruta.example/store/cupertino?tag=q-cu-01"

    private func audit(_ file: String, _ text: String, _ words: String...) async throws -> RunningProgram.Ending {
        let fruta = Repository.path("tags/fruta")
        let folder = try TemporaryFolder()
        let path = try folder.write(text, to: file)
        return try await RunningProgram(
            .commandLine,
            [
                "audit", "--stores", "\(fruta)/stores.csv", "--experiences", "\(fruta)/experiences.csv", "--template",
                TestStation.template, "--sightings", path,
            ] + words, environment: ["WAYMARK_SOCKET": "/nowhere"]
        ).wait()
    }

    @Test func `in a format that may leave it out, --accuracy tells it`() async throws {
        let line =
            #"{"time":"2026-11-19T10:00:00Z","url":"\#(Self.url)","latitude":37.323,"longitude":-122.0322}"# + "\n"
        let without = try await audit("walk.jsonl", line)
        #expect(without.status == .exited(3))
        #expect(without.errors.hasSuffix("walk.jsonl:1: accuracy is empty\n" + Self.option), "\(without.errors)")
        let with = try await audit("walk.jsonl", line, "--accuracy", "12")
        #expect(with.status == .exited(0) && with.errors.isEmpty, "\(with)")
    }

    @Test func `in CSV the column is to be filled, and --accuracy is not promised to help`() async throws {
        let rows = Self.header + "2026-11-19T10:00:00Z,\(Self.url),,37.323,-122.0322,\n"
        for words in [[], ["--accuracy", "12"]] {
            let ending =
                words.isEmpty
                ? try await audit("walk.csv", rows) : try await audit("walk.csv", rows, words[0], words[1])
            #expect(ending.status == .exited(3))
            #expect(ending.errors.hasSuffix("walk.csv:2: accuracy is empty\n" + Self.column), "\(ending.errors)")
        }
    }

    @Test func `rows that are bad for another reason do not get the advice`() async throws {
        let ending = try await audit("walk.csv", Self.header + "yesterday,\(Self.url),,37.323,-122.0322,12\n")
        #expect(ending.status == .exited(3))
        #expect(ending.errors.contains("walk.csv:2: ") && !ending.errors.contains("next: "), "\(ending.errors)")
    }
}
