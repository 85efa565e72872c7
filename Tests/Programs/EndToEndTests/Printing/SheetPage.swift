import Foundation
import SymbolDecoding
import TestBench
import Testing

/// A page of Avery 22805 as a print shop gets it: the PDF drawn by poppler, read by zbar and by ZXing.
///
/// The stock's numbers stand here once more, from its maker's sheet: 24 squares of 1 1/2 inches on letter paper, the
/// first at 0.781 x 0.5 inches, the next 1.8125 and 1.7 inches further.
struct SheetPage {
    static let dotsPerInch = 300.0
    static let columns = 4

    let file: String
    let picture: GreyPicture

    /// Draws a page of a PDF; pages count from 1.
    static func draw(_ number: Int, of pdf: String, in folder: TemporaryFolder) async throws -> SheetPage {
        let stem = folder["page-\(UUID().uuidString)"]
        _ = try await Witness.pdftoppm.run([
            "-r", "\(Int(dotsPerInch))", "-gray", "-singlefile", "-f", "\(number)", "-l", "\(number)", pdf, stem,
        ])
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: "\(stem).pgm")))
        let picture = try Self.picture(bytes)
        return SheetPage(file: "\(stem).pgm", picture: try #require(picture))
    }

    /// "P5", width, height, 255, one white space, pixels.
    private static func picture(_ file: [UInt8]) throws -> GreyPicture? {
        let head = file.prefix(64).split(maxSplits: 4, omittingEmptySubsequences: true) { $0 == 10 || $0 == 32 }
        guard head.count == 5, let width = Int(String(decoding: head[1], as: UTF8.self)),
            let height = Int(String(decoding: head[2], as: UTF8.self)), file.count >= width * height
        else { return nil }
        return try GreyPicture(width: width, height: height, pixels: Array(file.suffix(width * height)))
    }

    /// What zbar reads in each label, row by row; nil for a label without exactly one symbol.
    func labels() throws -> [String?] {
        var decoder = try ZBarDecoder()
        return try (0..<24).map { index in
            let symbols = try decoder.symbols(in: cut(index))
            return symbols.count == 1 ? String(decoding: symbols[0].payload, as: UTF8.self) : nil
        }
    }

    private func cut(_ index: Int) throws -> GreyPicture {
        let (x, y) = Self.corner(index)
        return try picture.cropped(x: dots(x), y: dots(y), width: dots(1.5), height: dots(1.5))
    }

    private static func corner(_ index: Int) -> (x: Double, y: Double) {
        (0.781_25 + Double(index % columns) * 1.8125, 0.5 + Double(index / columns) * 1.7)
    }

    private func dots(_ inches: Double) -> Int { Int((inches * Self.dotsPerInch).rounded()) }

    /// What ZXing reads in each label, row by row; nil for a label without exactly one symbol.
    func labelsByZXing() async throws -> [String?] {
        let files = try (0..<24).map { index in
            let label = try cut(index)
            let path = "\(file).\(index).pgm"
            let bytes = Array("P5\n\(label.width) \(label.height)\n255\n".utf8) + label.pixels
            try Data(bytes).write(to: URL(filePath: path))
            return path
        }
        // A label without a symbol gives another exit status.
        let lines = try await Witness.reader.run(["-1", "-format", "QRCode"] + files, expecting: nil).output
            .split(separator: "\n")
        return files.map { file in
            let texts = lines.filter { $0.hasPrefix("\(file) ") }.map { $0.split(separator: " ").dropFirst() }
                .filter { $0.first == "QRCode" }.compactMap(\.last)
            return texts.count == 1 ? texts[0].filter { $0 != "\"" } : nil
        }
    }
}
