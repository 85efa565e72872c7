import Foundation
import TestBench
import Testing
import UnixSystem

/// `waymark deployment matrix`, as testers get it.
@Suite(.timeLimit(.minutes(10))) struct LaunchMatrixTests {
    private func matrix(_ words: [String]) async throws -> RunningProgram.Ending {
        try await RunningProgram(
            .commandLine, ["deployment", "matrix"] + words, environment: ["WAYMARK_SOCKET": "/nowhere"]
        ).wait()
    }

    @Test(
        .needs(.browser), .needs(.python), .needs(.pdftoppm), .needs(.reader),
        arguments: CheckTests.deployments)
    func `every QR code of the printed page is read by another decoder`(name: String) async throws {
        let folder = try TemporaryFolder()
        let page = folder["matrix.html"]
        let made = try await matrix([Repository.path("tags/\(name)"), "--report", page])
        try #require(made.status == .exited(0), "\(made)")
        let script = Repository.path("Tests/Programs/EndToEndTests/AppClipSide/Peers/open_matrix.py")
        let seen = try await Witness.python.run([script, page, folder.path]).document
        let complaints = try #require(seen["complaints"] as? [String: [Any]])
        #expect(complaints["wrong"]?.isEmpty == true, "\(complaints)")
        #expect(Set(complaints["asked"] as? [String] ?? []) == ["file://\(page)"], "it asks for nothing but itself")
        let widths = try #require(seen["widths"] as? [String: Int])
        #expect(widths.allSatisfy { $0.value <= Int($0.key) ?? 0 }, "\(widths)")
        let codes = try #require(seen["codes"] as? [String])
        #expect(codes.count >= 2 && (seen["boxes"] as? Int ?? 0) >= 600)
        _ = try await Witness.pdftoppm.run(["-r", "150", "-png", folder["matrix.pdf"], folder["sheet"]])
        let sheets = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".png") }
        var read: [String] = []
        for sheet in sheets.sorted() {
            // It ends with another status for a page without a code.
            let found = try await Witness.reader.run([folder[sheet]], expecting: nil)
            read += found.output.split(separator: "\n").filter { $0.hasPrefix("Text:") }.map { line in
                String(line.dropFirst(5).drop { $0 == " " }).replacing("\"", with: "")
            }
        }
        #expect(read == codes)
    }

    @Test(.needs(.python)) func `Python reads the table, and a formula is neutral in it`() async throws {
        let folder = try TemporaryFolder()
        let copy = folder["bikes"]
        try FileManager.default.copyItem(atPath: Repository.path("tags/bikesrental"), toPath: copy)
        let file = "\(copy)/experiences.csv"
        let text = String(decoding: try #require(FileManager.default.contents(atPath: file)), as: UTF8.self)
            .replacing(",Bikes Rental,", with: ",=1+1,")
        try Data(text.utf8).write(to: URL(filePath: file))
        let ending = try await matrix([copy, "--report", folder["m.csv"], "--report", folder["m.xlsx"], "--json"])
        #expect(ending.status == .exited(0), "\(ending)")
        let read = """
            import csv, json, sys
            rows = list(csv.DictReader(open(sys.argv[1], newline="", encoding="utf-8")))
            print(json.dumps({"rows": len(rows), "titles": sorted({row["title"] for row in rows}),
                              "expected": sorted({row["expected"] for row in rows}),
                              "empty": sum(not row["why"] for row in rows)}))
            """
        let seen = try await Witness.python.run(["-c", read, folder["m.csv"]]).document
        #expect(seen["rows"] as? Int == 600 && seen["empty"] as? Int == 0)
        #expect((seen["titles"] as? [String])?.first == "'=1+1")
        #expect(seen["expected"] as? [String] == ["app-clip", "full-app", "nothing", "unstated"])
        #expect(FileManager.default.contents(atPath: folder["m.xlsx"])?.starts(with: Data("PK".utf8)) == true)
    }

    @Test func `a deployment with many experiences is cut with a word, and what is not there is refused`() async throws
    {
        let folder = Repository.path("tags/brightegg")
        let few = try await matrix([folder, "--most", "1"])
        #expect(few.status == .exited(3) && few.errors.contains("left out: 1 experience, such as https://"), "\(few)")
        #expect(try await matrix([folder, "--tag", "nowhere"]).status == .exited(64))
        #expect(try await matrix([folder, "--report", "matrix.txt"]).status == .exited(64))
    }
}
