import Foundation
import Glibc
import TestBench
import Testing
import UnixSystem

/// Photographs and tracks that are uploaded: read by a process of their own, and imported as rows are.
@Suite(.timeLimit(.minutes(10)), .needs(.curl)) struct ConversionTests {
    /// The answer, as another maker's program reads it.
    private struct Converted: Decodable {
        struct Refusal: Decodable { let line: Int, reason: String }

        let file: String
        let item: String?
        let sightings: Int?
        let content: Data
        let refusals: [Refusal]
    }

    private static func convert(
        _ path: String, _ station: TestStation, name: String? = nil, more: String = ""
    ) async throws -> WebAnswer {
        let name = name ?? path.split(separator: "/").last.map(String.init) ?? ""
        return try await station.ask(
            "POST", "/v1/sightings/conversions?file=\(name)\(more)", body: "@\(path)", type: "application/octet-stream",
            headers: ["Expect:"])
    }

    private static func converted(_ answer: WebAnswer) throws -> Converted {
        try #require(answer.status == 200, "\(answer)")
        return try JSONDecoder().decode(Converted.self, from: Data(answer.body.utf8))
    }

    /// The rows as an audit's request carries them.
    private static func request(_ files: [Converted]) throws -> String {
        let sightings = files.map { ["name": $0.file, "content": $0.content.base64EncodedString()] }
        let request: [String: Any] = ["sightings": sightings, "listsTags": false, "wantsMap": false]
        return String(decoding: try JSONSerialization.data(withJSONObject: request), as: UTF8.self)
    }

    @Test(.enabled(if: PicturePeers.areExpected, "there is no .venv: run Scripts/python-peers"))
    func `photographs and a track give the findings of their table, and nothing is kept twice`() async throws {
        try await TestStation.run { station in
            try await station.waymark("deployment", "load", Repository.path("tags/fruta"))
            let field = try FieldFiles()
            var files: [Converted] = []
            for path in try await field.photographs(in: station.folder) {
                files.append(try Self.converted(try await Self.convert(path, station)))
            }
            #expect(files.allSatisfy { $0.item == "code" && $0.sightings == 4 && $0.refusals.isEmpty })
            let body = try station.folder.write(try Self.request(files), to: "request.json")
            let first = try await station.ask("POST", "/v1/audits", body: "@\(body)")
            let report = try #require(first.document["report"] as? [String: Any], "\(first)")
            #expect((report["findings"] as? [[String: Any]])?.map { $0["code"] as? String } == ["swapped"])
            #expect((report["summary"] as? [String: Any])?["sightings"] as? Int == field.rows.count)
            _ = try await station.ask("POST", "/v1/audits", body: "@\(body)")
            let imports = try await station.journal("sightings-imported").compactMap { $0["new"] as? Int }
            #expect(imports.reduce(0, +) == field.rows.count, "what is known is not kept twice: \(imports)")

            let track = try station.folder.write(field.gpx, to: "walk.gpx")
            let made = try Self.converted(try await Self.convert(track, station))
            #expect(made.item == "waypoint" && made.sightings == field.rows.count)
            #expect(station.folder.entries.contains("uploads") == false, "nothing is left of what was uploaded")
        }
    }

    @Test(.enabled(if: PicturePeers.areExpected, "there is no .venv: run Scripts/python-peers"))
    func `a ZIP of photographs gives the rows of each, whatever else is in it`() async throws {
        try await TestStation.run { station in
            let (folder, field) = (station.folder, try FieldFiles())
            let photographs = try await field.photographs(in: folder)
            // What phones and desktops add, an archive in the archive, a file that unpacks to more than it says, and a path
            // that leads out.
            let script = """
                import io, sys, zipfile
                target, *files = sys.argv[1:]
                with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
                    archive.writestr("walk/", b"")
                    archive.writestr("__MACOSX/walk/._a.jpg", b"x")
                    archive.writestr("walk/.DS_Store", b"x")
                    for file in files:
                        archive.write(file, "../../walk/" + file.rsplit("/", 1)[1])
                    archive.writestr("walk/notes\\x1b[2J.txt", b"not a picture")
                    inner = io.BytesIO()
                    with zipfile.ZipFile(inner, "w") as other:
                        other.write(files[0], "again.jpg")
                    archive.writestr("walk/inner.zip", inner.getvalue())
                    archive.writestr("walk/bomb.jpg", b"\\xff\\xd8\\xff" + bytes(70 << 20))
                """
            let zip = folder["walk.zip"]
            let made = try await RunningProgram(
                path: PicturePeers.python, ["-c", script, zip] + photographs
            ).wait()
            try #require(made.status == .exited(0), "\(made)")
            let converted = try Self.converted(try await Self.convert(zip, station))
            #expect(converted.sightings == field.rows.count && converted.item == "code", "\(converted.refusals)")
            let reasons = converted.refusals.map(\.reason)
            #expect(
                reasons.dropFirst() == [
                    "walk/inner.zip: it is not a photograph (JPEG, HEIC)", "walk/bomb.jpg: it has more than 64 MiB",
                ])
            let first = reasons.first ?? ""
            #expect(first.hasPrefix("walk/notes"), "\(first)")
            #expect(first.hasSuffix(": it is not a photograph (JPEG, HEIC)"), "\(first)")
            #expect(!first.contains("\u{1b}"), "a name says nothing to a terminal")
            // The command line reads it as well, as one file of a walk.
            try await station.waymark("deployment", "load", Repository.path("tags/fruta"))
            let audit = try await station.waymark("audit", "--sightings", zip, "--json", expecting: 3)
            let report = audit.document
            #expect((report["findings"] as? [[String: Any]])?.map { $0["code"] as? String } == ["swapped"])
            #expect((report["badRows"] as? [String: Any])?["count"] as? Int == 3)
            // No archive of pictures: a workbook is a table as before.
            let torn = try folder.write("PK\u{3}\u{4}" + String(repeating: "x", count: 60), to: "torn.zip")
            let answer = try await Self.convert(torn, station)
            #expect(answer.status == 422 && answer.body.contains("not a ZIP archive"), "\(answer)")
        }
    }

    @Test(.enabled(if: PicturePeers.areExpected, "there is no .venv: run Scripts/python-peers"))
    func `hostile pictures are refused one by one, each with its reason, and the station goes on`() async throws {
        try await TestStation.run { station in
            let folder = station.folder
            let script = """
                import sys
                from PIL import Image
                folder = sys.argv[1]
                exif = Image.Exif()
                exif.get_ifd(0x8769)[0x9003], exif.get_ifd(0x8769)[0x9011] = "2026:11:19 17:10:38", "+00:00"
                gps = exif.get_ifd(0x8825)
                gps[1], gps[2], gps[3], gps[4] = "N", (37, 19, 0), "W", (122, 1, 0)
                Image.new("L", (10_000, 10_000), 255).save(f"{folder}/bomb.jpg", exif=exif)
                plain = Image.new("L", (400, 300), 255)
                plain.save(f"{folder}/nowhere.jpg")
                plain.save(f"{folder}/bare.jpg", exif=exif)
                plain.save(f"{folder}/picture.png")
                whole = open(f"{folder}/bare.jpg", "rb").read()
                open(f"{folder}/cut.jpg", "wb").write(whole[:len(whole) // 2])
                open(f"{folder}/stub.jpg", "wb").write(whole[:60])
                """
            let peer = try await RunningProgram(path: PicturePeers.python, ["-c", script, folder.path]).wait()
            try #require(peer.status == .exited(0), "\(peer)")
            try folder.write("<gpx><wpt lat='1' lon='2'><link href='https://f.example/'/>", to: "cut.gpx")
            try folder.write("<?xml version='1.0'?><!DOCTYPE a [<!ENTITY x 'y'>]><gpx/>", to: "entity.gpx")

            var files: [Converted] = []
            for (name, why) in [
                ("bomb.jpg", "10000 x 10000 pixels"), ("nowhere.jpg", "has no position"),
                ("bare.jpg", "no QR code was found"), ("cut.jpg", "no"), ("stub.jpg", "not a JPEG picture"),
            ] {
                let made = try Self.converted(try await Self.convert(folder[name], station))
                #expect(made.sightings == 0 && made.refusals.count == 1, "\(name)")
                #expect(made.refusals.first?.reason.contains(why) == true, "\(made)")
                files.append(made)
            }
            for name in ["picture.png", "cut.gpx", "entity.gpx"] {
                let answer = try await Self.convert(folder[name], station)
                #expect(answer.status == 422 && answer.code == "sightings-refused", "\(answer)")
                #expect(answer.body.contains("\(name) is refused") && !answer.body.contains("/uploads/"), "\(answer)")
            }
            // Every photograph is counted: none is left out.
            let body = try folder.write(try Self.request(files), to: "request.json")
            let audit = try await station.ask("POST", "/v1/audits", body: "@\(body)")
            let report = try #require(audit.document["report"] as? [String: Any], "\(audit)")
            #expect((report["badRows"] as? [String: Any])?["count"] as? Int == files.count, "\(audit)")
            #expect(!folder.entries.contains("uploads"))
        }
    }

    @Test func `a look is not enough, and JSON is not a file`() async throws {
        try await TestStation.run { station in
            let file = try station.folder.write("[]", to: "none.json")
            let wrong = try await station.ask("POST", "/v1/sightings/conversions?file=a", body: "@\(file)")
            #expect(wrong.status == 415)
            let made = try Self.converted(try await Self.convert(file, station))
            #expect(made.item == "feature" && made.sightings == 0 && made.refusals.isEmpty)
        }
    }

    /// The process has opened its file and waits for the first byte: from here on it gets nothing more. Longer than a
    /// second, after which libdispatch looks at its threads.
    @Test func `the process that reads a file has given its rights up before the first byte`() async throws {
        let folder = try TemporaryFolder()
        try #require(mkfifo(folder["pipe"], 0o600) == 0)
        let program = try RunningProgram(
            path: "/bin/sh",
            ["-c", "exec \"$0\" sightings convert - <'\(folder["pipe"])'", BuiltProgram.commandLine.path])
        let writer = try FileDescriptor.open(folder["pipe"], flags: O_WRONLY)
        let place = "/proc/\(program.process.processIdentifier)/task"
        func states() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: place).map {
                (try? String(contentsOfFile: "\(place)/\($0)/status", encoding: .utf8)) ?? ""
            }
        }
        // Every thread has the filter (2), and none gets rights back.
        while !(try states().allSatisfy { $0.contains("Seccomp:\t2") && $0.contains("NoNewPrivs:\t1") }) {
            try await Task.sleep(for: .milliseconds(5))
        }
        try await Task.sleep(for: .milliseconds(2_500))
        let rows = "time,url,uid,latitude,longitude,accuracy,"
        try writer.write(Array("{\"url\":\"https://f.example/\",\"time\":\"2026-11-19T17:10:38Z\"}\n".utf8))
        try writer.close()
        let ending = await program.wait()
        #expect(ending.status == .exited(0) && ending.output.hasPrefix(rows), "\(ending)")
    }
}
