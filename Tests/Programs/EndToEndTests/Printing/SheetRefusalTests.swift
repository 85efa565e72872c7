import Foundation
import TestBench
import Testing

/// A sheet that cannot be made right is not made, and its labels do not count as printed.
@Suite(.timeLimit(.minutes(10))) struct SheetRefusalTests {
    struct Refused: Sendable, CustomTestStringConvertible {
        let words: [String]
        var status: Int32 = 1
        let reason: String

        var testDescription: String { words.joined(separator: " ") }
    }

    static let refused: [Refused] = [
        Refused(words: ["--stock", "99", "--output", "@s.pdf"], reason: "22805"),
        Refused(
            words: ["--stock", "22805", "--start", "25", "--output", "@s.pdf"],
            reason: "a sheet of 22805 has labels 1 to 24"),
        Refused(
            words: ["--stock", "22805", "--start", "0", "--output", "@s.pdf"], status: 64,
            reason: "a whole number from 1 to 1000"),
        Refused(words: ["--stock", "22805", "--output", "@none/s.pdf"], reason: "no such file or directory"),
        Refused(words: ["--stock", "22805", "--output", "@s.pdf", "@none/s.png"], reason: "no such file or directory"),
        Refused(words: ["--stock", "22805", "--output", "@folder.pdf"], reason: "it is a folder"),
        Refused(words: ["--stock", "22805", "--output", "@s.txt"], status: 64, reason: "neither .pdf nor .png"),
        Refused(words: ["--stock", "22805", "--output", "@s.pdf", "@s.pdf"], status: 64, reason: "would replace"),
        Refused(words: ["--stock", "22805"], status: 64, reason: "there is no --output"),
        Refused(
            words: ["--stock", "22805", "--output", "@s.pdf", "--design", "entrance=door"], status: 64,
            reason: "there is no label with the placement \"entrance\"\nthe placements are: door\n"),
        Refused(
            words: ["--stock", "22805", "--output", "@s.pdf", "--design", "poster"], status: 64,
            reason: "there is no design poster"),
    ]

    @Test(arguments: refused) func `nothing is printed`(refused: Refused) async throws {
        try await TestStation.run { station in
            try await station.takeInStores()
            try await station.createBatch("spring", "t1,cupertino,door,qr,")
            let folder = station.folder["folder.pdf"]
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
            let words = refused.words.map { $0.hasPrefix("@") ? station.folder[String($0.dropFirst())] : $0 }
            let files = try FileManager.default.contentsOfDirectory(atPath: station.folder.path).sorted()
            let complaint = try await station.refuses(["sheet", "spring"] + words, with: refused.status)
            #expect(complaint.description.contains(refused.reason), "\(complaint)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: station.folder.path).sorted() == files)
        }
    }

    @Test func `a URL that is too long for the label is refused`() async throws {
        try await TestStation.run { station in
            try await station.takeInStores()
            let url = "https://fruta.example/store/cupertino/" + String(repeating: "a", count: 900)
            try await station.createBatch("spring", "t1,cupertino,door,qr,\(url)")
            let complaint = try await station.refuses(
                "sheet", "spring", "--stock", "22805", "--output", station.folder["s.pdf"])
            #expect(complaint.message == "cannot print the symbol of tag t1")
            #expect(complaint.next.contains("shorten the URL by"))
        }
    }

    @Test func `a batch without QR codes has nothing to print`() async throws {
        try await TestStation.run { station in
            try await station.takeInStores()
            try await station.createBatch("spring", "t1,cupertino,door,nfc,")
            let complaint = try await station.refuses(
                "sheet", "spring", "--stock", "22805", "--output", station.folder["s.pdf"])
            #expect(
                complaint.message == "spring has nothing to print" && complaint.next.hasSuffix("waymark write spring"))
        }
    }
}
