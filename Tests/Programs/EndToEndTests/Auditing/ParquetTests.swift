import Foundation
import TestBench
import Testing
import UnixSystem

/// Sightings in Parquet, written and read by DuckDB; and what it folds of them.
@Suite(
    .timeLimit(.minutes(10)), .enabled(if: DuckDB.isExpected, "there is no .venv/bin/duckdb: run Scripts/python-peers"))
struct ParquetTests {
    private static let brightegg = Repository.path("tags/brightegg")
    private static let walk = "\(brightegg)/walks/one-on-the-wrong-door.csv"

    private func audit(_ words: [String], path: String = DuckDB.folder) async throws -> RunningProgram.Ending {
        try await RunningProgram(
            .commandLine,
            [
                "audit", "--stores", "\(Self.brightegg)/stores.csv", "--experiences",
                "\(Self.brightegg)/experiences.csv", "--tags", "\(Self.brightegg)/batches/brightegg-qr.csv",
                "--template", "https://brighteggcafe.example/store/{store}{?placement,tag}",
            ] + words,
            environment: ["PATH": "\(path):/usr/bin:/bin", "WAYMARK_SOCKET": "/nowhere"]
        ).wait()
    }

    @Test(arguments: ["TIMESTAMPTZ", "VARCHAR", "TIMESTAMP"])
    func `a walk in Parquet is audited as the same walk in CSV`(time: String) async throws {
        let folder = try TemporaryFolder()
        // Characters that SQL, or DuckDB's patterns of file names, take for something else.
        let file = folder["a [1]* it's?.parquet"]
        try await DuckDB.run(
            "SET TimeZone = 'UTC'; COPY (SELECT * REPLACE (time::\(time) AS time) FROM read_csv('\(Self.walk)', types = "
                + "{'time': '\(time == "VARCHAR" ? time : "TIMESTAMPTZ")'})) TO '\(file.replacing("'", with: "''"))' "
                + "(FORMAT parquet)")
        let csv = try await audit(["--sightings", Self.walk, "--json=tags"])
        let parquet = try await audit(["--sightings", file, "--json=tags"])
        #expect(csv.output.contains("misplaced") && parquet.output == csv.output, "\(parquet)")
    }

    @Test func `small numbers keep their value, and what is no number is named`() async throws {
        let folder = try TemporaryFolder()
        let url = "https://brighteggcafe.example/store/berkeley?tag=116"
        try await DuckDB.run(
            "COPY (SELECT TIMESTAMPTZ '2026-11-19 17:10:00+00' AS time, '\(url)' AS url, NULL AS uid, unnest([0.00001, 91, "
                + "1e300, NULL]) AS latitude, 1e-7::DOUBLE AS longitude, 5.0::FLOAT AS accuracy) TO '\(folder["a.parquet"])'"
        )
        let ending = try await audit(["--sightings", folder["a.parquet"], "--json"])
        #expect(ending.status == .exited(3) || ending.status == .exited(2), "\(ending)")
        let bad = try #require(ending.document["badRows"] as? [String: Any], "\(ending)")
        #expect(bad["count"] as? Int == 3, "\(ending)")
    }

    @Test func `confirmations come in Parquet, too`() async throws {
        let folder = try TemporaryFolder()
        try await DuckDB.run(
            "COPY (SELECT TIMESTAMPTZ '2026-11-19 17:10:00+00' + INTERVAL (i) MINUTE AS time, "
                + "'https://brighteggcafe.example/store/berkeley?tag=116' AS url, 'notInRegion' AS outcome, i::VARCHAR AS "
                + "device FROM range(5) t(i)) TO '\(folder["c.parquet"])' (FORMAT parquet)")
        let ending = try await audit(
            ["--sightings", Self.walk, "--confirmations", folder["c.parquet"], "--json"])
        #expect(ending.output.contains("\"refusals\""), "\(ending)")
    }

    @Test func `without DuckDB, cut off, on standard input or packed it is refused with the way out`() async throws {
        let folder = try TemporaryFolder()
        let file = folder["walk.parquet"]
        try await DuckDB.run("COPY (FROM read_csv('\(Self.walk)')) TO '\(file)' (FORMAT parquet)")
        let whole = try #require(FileManager.default.contents(atPath: file))
        let missing = try await audit(["--sightings", file], path: "/nowhere")
        #expect(missing.errors.contains("there is no such program in PATH") && missing.errors.contains("duckdb.org"))
        try Data(whole.prefix(whole.count - 8)).write(to: URL(fileURLWithPath: folder["cut.parquet"]))
        let cut = try await audit(["--sightings", folder["cut.parquet"]])
        #expect(cut.errors.contains("duckdb could not read it: Invalid Input Error"), "\(cut)")
        let packed = folder["walk.parquet.gz"]
        _ = try await RunningProgram(path: "/bin/sh", ["-c", "gzip -c \(file) > \(packed)"]).wait()
        let gzip = try await audit(["--sightings", packed])
        #expect(gzip.errors.contains("only as a file of its own"), "\(gzip)")
        let words = [missing, cut, gzip].map(\.status)
        #expect(words == [.exited(1), .exited(1), .exited(1)])
    }

    /// The statement in docs/audit.md, with other file names.
    private func fold(_ sightings: String, into folded: String) throws -> String {
        let page = try String(contentsOfFile: Repository.path("docs/audit.md"), encoding: .utf8)
        let block = try #require(page.firstMatch(of: #/```sql\n(.*?)```/#.dotMatchesNewlines())?.1)
        return "SET TimeZone = 'UTC'; "
            + block.replacing("'sightings.csv'", with: "'\(sightings)'").replacing("'folded.csv'", with: "'\(folded)'")
    }

    @Test func `what DuckDB folds by the statement in the docs is audited as all rows are`() async throws {
        let folder = try TemporaryFolder()
        var random = SeededRandom()
        let places = [
            "cupertino": (37.3193, -122.0293), "palo-alto": (37.4444, -122.1608), "berkeley": (37.8703, -122.2685),
        ]
        var rows = ["time,url,uid,latitude,longitude,accuracy,device"]
        for tag in 0..<60 {
            let store = places.keys.sorted()[tag % 3]
            // One sign in ten hangs in the next store.
            let place = try #require(places[places.keys.sorted()[(tag % 10 == 0 ? tag + 1 : tag) % 3]])
            for _ in 0..<Int.random(in: 1...200, using: &random) {
                let second = Int.random(in: 0...20_000, using: &random)
                let time = Date(timeIntervalSince1970: 1_795_000_000 + Double(second)).formatted(.iso8601)
                let error = Double(Int.random(in: -400...400, using: &random)) / 1e6
                let device = Int.random(in: 0...6, using: &random)
                rows.append(
                    "\(time),https://brighteggcafe.example/store/\(store)?tag=\(1_000 + tag),"
                        + "\(tag % 7 == 0 ? "04A1B2C3D4E5\(10 + tag % 2)" : ""),"
                        + "\(place.0 + error),\(place.1 - error),\(Int.random(in: 3...40, using: &random)),"
                        + (device == 0 ? "" : "phone-\(device)"))
            }
        }
        let all = try folder.write(rows.joined(separator: "\n") + "\n", to: "all.csv")
        try await DuckDB.run(try fold(all, into: folder["folded.csv"]))
        let folded = try String(contentsOfFile: folder["folded.csv"], encoding: .utf8).split(separator: "\n")
        #expect(folded.count < rows.count * 9 / 10, "\(folded.count) of \(rows.count)")
        let (whole, less) = (
            try await audit(["--sightings", all, "--json=tags"]),
            try await audit(["--sightings", folder["folded.csv"], "--json=tags"])
        )
        for part in ["findings", "tags"] {
            let (one, other) = (whole.document[part] as? NSArray, less.document[part] as? NSArray)
            #expect(one == other && one?.count ?? 0 > 0, "\(part), \(random)")
        }
    }
}
