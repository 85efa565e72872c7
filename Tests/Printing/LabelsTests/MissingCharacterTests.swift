import Faults
import Foundation
import Testing

@testable import Labels

struct MissingCharacterTests {
    @Test func `every character that no font has is named at once, with where it is`() throws {
        var labels = Samples.labels(3)
        labels[0].storeName = "Store \u{10FFFD}"
        labels[2].placement = "Table \u{E000}\u{378}"
        let stock = try LabelStock.builtIn("22805")
        let error = try #require(throws: LabelsError.self) {
            try Sheet(labels, on: stock, settings: Samples.settings())
        }
        #expect(error.code == .glyphsMissing && error.message == "cannot print 3 characters of the labels")
        #expect(
            error.reason == """
                no installed font has them:
                U+10FFFD in the store name of tag BEC-1000: in no font package
                U+E000 in the placement of tag BEC-1002: in no font package
                U+0378 in the placement of tag BEC-1002: in no font package
                """)
        #expect(error.next == "replace the characters that are in no font package")
    }

    @Test(
        arguments: [
            ("é", "fonts-noto-core"), ("ⵣ", "fonts-noto-core"), ("서", "fonts-noto-cjk"), ("東", "fonts-noto-cjk"),
            ("\u{1F34E}", "fonts-noto-color-emoji"), ("\u{1F9CB}", "fonts-noto-color-emoji"),
            ("\u{2A6D6}", "fonts-babelstone-han"), ("\u{E000}", nil), ("\u{378}", nil),
        ] as [(Character, String?)])
    func `a character's package is named`(_ character: Character, _ package: String?) throws {
        let scalar = try #require(character.unicodeScalars.first)
        #expect(FontPackage.name(for: scalar) == package)
    }

    /// The packages' own fonts, where they are installed, asked by fontconfig's tool.
    @Test(
        .enabled(if: Tool.fcQuery.isExpected, "needs fc-query (fontconfig)"),
        arguments: [
            ("fonts-noto-core", "/usr/share/fonts/truetype/noto"), ("fonts-noto-cjk", "/usr/share/fonts/opentype/noto"),
            ("fonts-noto-color-emoji", "/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf"),
        ])
    func `the fonts of a package have what is said of it`(_ package: String, _ place: String) throws {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: place, isDirectory: &isFolder) else { return }
        let files =
            isFolder.boolValue
            ? try FileManager.default.contentsOfDirectory(atPath: place).filter { !$0.contains("Emoji") }.map {
                "\(place)/\($0)"
            }
            : [place]
        var covered: Set<UInt32> = []
        for file in files {
            let text = String(decoding: try Tool.fcQuery.run("--format=%{charset} ", file), as: UTF8.self)
            for range in text.split(separator: " ") {
                let ends = range.split(separator: "-").compactMap { UInt32($0, radix: 16) }
                if let first = ends.first, let last = ends.last { covered.formUnion(first...last) }
            }
        }
        // The basic plane's scripts, and the emoji. Letters that came to Unicode after the fonts are few.
        var told = 0
        var wrong = 0
        for value in Array(UInt32(0xA0)...0xD7FF) + Array(0x1F300...0x1FAFF) {
            guard let scalar = UnicodeScalar(value), FontPackage.name(for: scalar) == package else { continue }
            told += 1
            if !covered.contains(value) { wrong += 1 }
        }
        #expect(told > 1_000 && wrong * 25 < told, "\(wrong) of \(told)")
    }
}
