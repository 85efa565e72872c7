import Foundation
import TestBench
import Testing
import UnixSystem

/// The pages of `waymark site export`, opened by a real browser at the size of phones.
@Suite(.needs(.browser), .needs(.python), .timeLimit(.minutes(10)))
struct LandingPagesTests {
    private static let localizations = """
        {"https://brighteggcafe.example/store/": {
          "DE": {"title": "Bright Egg Frühstückscafé", "subtitle": "Frühstück ohne Warteschlange, jeden Tag ab sieben Uhr"},
          "KO": {"title": "브라이트 에그 카페", "subtitle": "줄 서지 않는 아침 식사"},
          "AR": {"title": "مقهى برايت إيغ", "subtitle": "إفطار بلا طابور"},
          "JA": {"title": "ブライトエッグカフェ", "subtitle": "並ばずに朝食を"},
          "EL": {"title": "Καφέ Μπράιτ Εγκ", "subtitle": "Πρωινό χωρίς ουρά"}}}
        """

    /// The example with all that a page can have.
    private func deployment(in folder: TemporaryFolder) throws -> String {
        let copy = folder["egg"]
        try FileManager.default.copyItem(atPath: Repository.path("tags/brightegg"), toPath: copy)
        let manifest = URL(filePath: "\(copy)/deployment.json")
        var document = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: manifest)) as? [String: Any])
        document["android"] = [
            [
                "package": "example.brightegg",
                "fingerprints": [Array(repeating: "5F", count: 32).joined(separator: ":")],
            ]
        ]
        document["order"] = [
            "url": "https://order.brighteggcafe.example/{?store}",
            "labels": [
                "EN": "Order online", "DE": "Online bestellen und abholen", "KO": "온라인 주문", "AR": "اطلب عبر الإنترنت",
            ],
        ]
        try JSONSerialization.data(withJSONObject: document).write(to: manifest)
        try Data(
            #"{"schema": 1, "app": "1", "clip": "example.brighteggcafe.Clip", "localizations": \#(Self.localizations)}"#
                .utf8
        ).write(to: URL(filePath: "\(copy)/appstore.json"))
        return copy
    }

    @Test func `fit on a phone, can be read in light and dark, and load nothing`() async throws {
        let folder = try TemporaryFolder()
        let site = folder["site"]
        let made = try await RunningProgram(
            .commandLine, ["site", "export", site, "--deployment", try deployment(in: folder)],
            environment: ["WAYMARK_SOCKET": "/nowhere"]
        ).wait()
        try #require(made.status == .exited(0), "\(made)")
        let host = "\(site)/brighteggcafe.example"
        #expect(FileManager.default.fileExists(atPath: "\(host)/.well-known/assetlinks.json"))
        let pages =
            ["store/index.html", "store/index.de.html", "store/index.ar.html", "store/index.ja.html"].map {
                "\(host)/\($0)"
            } + ["\(host)/store/cupertino/index.html"]
        let script = Repository.path("Tests/Programs/EndToEndTests/AppClipSide/Peers/open_landing.py")
        let output = try await Witness.python.run([script, folder.path] + pages).document
        let seen = try #require(output["seen"] as? [[String: Any]])
        #expect(seen.count == pages.count * 8)
        for one in seen {
            let width = try #require(one["width"] as? Int)
            let words = "\(one["page"] ?? ""), \(width): \(one)"
            #expect(one["scroll"] as? Int ?? .max <= width, "\(words)")
            #expect(one["contrast"] as? Double ?? 0 >= 4.5, "\(words)")
            #expect(one["scripts"] as? Int == 0)
            let links = try #require(one["links"] as? [[String: Any]])
            for link in links {
                // What a finger needs (Human Interface Guidelines, Layout).
                #expect(link["height"] as? Double ?? 0 >= 44, "\(words)")
                #expect(link["left"] as? Double ?? -1 >= 0 && link["right"] as? Double ?? .infinity <= Double(width))
            }
            let texts = links.compactMap { $0["text"] as? String }
            #expect(texts.contains("App Store") && texts.contains("Google Play"), "\(texts)")
        }
        func texts(_ language: String) -> [String] {
            let one = seen.first { $0["language"] as? String == language }
            return (one?["links"] as? [[String: Any]] ?? []).compactMap { $0["text"] as? String }
        }
        #expect(texts("de").first == "Online bestellen und abholen")
        #expect(texts("ja").first == "order.brighteggcafe.example")
        #expect(Set(texts("en").suffix(5)) == ["العربية", "Deutsch", "Ελληνικά", "日本語", "한국어"])
        let arabic = seen.filter { $0["language"] as? String == "ar" }
        #expect(arabic.count == 8 && arabic.allSatisfy { $0["direction"] as? String == "rtl" })
    }
}
