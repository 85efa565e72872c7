import Foundation
import TestBench
import Testing
import UnixSystem

/// App Clip Codes from the list for Apple's generator to a sheet. The codes here have the shape of Apple's and no arcs.
@Suite(.timeLimit(.minutes(10))) struct ClipCodeSheetTests {
    private static func svg(_ url: String, foreground: String = "000000") -> String {
        """
        <svg data-design="Fingerprint" data-payload="\(url)" viewBox="0 0 800 800" xmlns="http://www.w3.org/2000/svg">
        <circle cx="400" cy="400" r="400" style="fill:#ffffff"/><g data-logo-type="Camera">
        <path d="M300 300h200v200h-200z" style="fill:#\(foreground)"/></g></svg>
        """
    }

    /// A batch with two codes, and the files that answer it in a folder.
    private static func prepare(_ station: TestStation) async throws -> String {
        try await station.takeInStores()
        try await station.createBatch(
            "codes", "c1,cupertino,door,app-clip-code,", "c2,cupertino,table,app-clip-code,")
        let list = station.folder["list.csv"]
        try await station.waymark("clip-code", "list", "codes", "--output", list)
        let rows = try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n").dropFirst()
        let folder = station.folder["answer"]
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        for row in rows {
            let fields = row.split(separator: ",")
            try svg(String(fields[1])).write(toFile: "\(folder)/\(fields[0])", atomically: true, encoding: .utf8)
        }
        return folder
    }

    @Test(.needs(.curl)) func `codes that were found right are laid out, from a folder and from a ZIP`() async throws {
        try await TestStation.run { station in
            let folder = try await Self.prepare(station)
            let pdf = station.folder["codes.pdf"]
            let sheet = try await station.waymark(
                "clip-code", "sheet", "codes", "--codes", folder, "--stock", "L7165", "--output", pdf)
            #expect(sheet.output.hasPrefix("2 App Clip Codes on 1 page of L7165, every file carries its URL"))
            #expect(try Data(contentsOf: URL(filePath: pdf)).starts(with: Data("%PDF-".utf8)))
            #expect(try await station.journal("sheet-made").first?["stock"] as? String == "L7165")
            let zip = station.folder["answer.zip"]
            _ = try await Witness.python.run(["-m", "zipfile", "-c", zip, folder])
            let check = try await station.waymark("clip-code", "check", "codes", "--codes", zip)
            #expect(check.output == "2 App Clip Codes, every file carries its URL\n")
            let words = ["clip-code", "sheet", "codes", "--codes", zip, "--stock", "L7165", "--output", pdf]
            let complaint = try await station.refuses(words)
            #expect(complaint.reasons.joined().contains("was printed before"))
            #expect(try await station.start(words + ["--again"]).wait().status == .exited(0))
        }
    }

    @Test func `nothing is made while there is a finding`() async throws {
        try await TestStation.run { station in
            let folder = try await Self.prepare(station)
            try FileManager.default.removeItem(atPath: "\(folder)/c2.svg")
            let pdf = station.folder["codes.pdf"]
            let sheet = try await station.waymark(
                "clip-code", "sheet", "codes", "--codes", folder, "--stock", "L7165", "--output", pdf, expecting: 2)
            #expect(sheet.output.contains("missing: c2.svg: there is no file for"))
            #expect(sheet.output.hasSuffix("1 finding: no sheet was made\n"))
            #expect(!FileManager.default.fileExists(atPath: pdf))
        }
    }

    @Test func `what cannot be laid out is refused with its reason`() async throws {
        try await TestStation.run { station in
            let folder = try await Self.prepare(station)
            let words = ["clip-code", "sheet", "codes", "--output", station.folder["codes.pdf"], "--codes"]
            let small = try await station.refuses(words + [folder, "--stock", "L4732"])
            #expect(small.message == "cannot print the code of tag c1")
            let none = try await station.refuses(words + [station.folder["none.zip"], "--stock", "L7165"])
            #expect(none.reasons.joined().contains("no such file or directory"))
            try station.folder.write("no ZIP", to: "a.zip")
            let odd = try await station.refuses(words + [station.folder["a.zip"], "--stock", "L7165"])
            #expect(odd.reasons.joined().hasPrefix("it is not a ZIP archive"))
        }
    }
}
