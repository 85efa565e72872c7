import Foundation
import SymbolDecoding

/// A command that checks our work and shares no code with it.
struct Tool {
    static let pdftoppm = Tool(name: "pdftoppm", package: "poppler-utils")
    static let pdftotext = Tool(name: "pdftotext", package: "poppler-utils")
    static let pdfinfo = Tool(name: "pdfinfo", package: "poppler-utils")
    static let qpdf = Tool(name: "qpdf", package: "qpdf")
    static let reader = Tool(name: "ZXingReader", package: "zxing-cpp-tools")

    let name: String
    let package: String

    /// Whether a test may rely on the tool. In CI it must: there a missing tool is a failure, not a skip.
    var isExpected: Bool {
        path != nil || ProcessInfo.processInfo.environment["CI"] != nil
    }

    private var path: String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            .map { "\($0)/\(name)" }
            .first(where: FileManager.default.isExecutableFile(atPath:))
    }

    /// Runs the tool to its end and gives its standard output.
    func run(_ arguments: String...) throws -> Data {
        struct Missing: Error {
            let package: String
        }
        struct Failed: Error {
            let name: String
            let status: Int32
        }
        guard let path else { throw Missing(package: package) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failed(name: name, status: process.terminationStatus)
        }
        return output
    }

    /// Runs `body` with the path of a file that holds the bytes, and removes the file.
    static func withFile<Result>(
        _ bytes: [UInt8], type: String, _ body: (String) throws -> Result
    ) throws -> Result {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).\(type)")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try body(file.path)
    }

    /// What ZXing-C++ reads in a picture file, one text per symbol.
    static func texts(inPictureAt path: String) throws -> [String] {
        String(decoding: try reader.run(path), as: UTF8.self).split(separator: "\n")
            .filter { $0.hasPrefix("Text:") }
            .map { $0.dropFirst(5).trimmingCharacters(in: CharacterSet(charactersIn: " \"")) }
    }

    /// A page of a PDF as poppler draws it.
    static func page(_ number: Int, ofPDFAt path: String, dotsPerInch: Int) throws -> GreyPicture {
        let file = try pdftoppm.run(
            "-r", "\(dotsPerInch)", "-gray", "-f", "\(number)", "-l", "\(number)", path)
        // "P5", width, height, 255, one white space, pixels.
        var fields: [Int] = []
        var rest = file.dropFirst(2)
        while fields.count < 3 {
            rest = rest.drop { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            fields.append(Int(String(decoding: digits, as: UTF8.self)) ?? 0)
            rest = rest.dropFirst(digits.count)
        }
        return try GreyPicture(width: fields[0], height: fields[1], pixels: Array(rest.dropFirst()))
    }
}

extension GreyPicture {
    /// The picture as a PGM file.
    var pgm: [UInt8] { Array("P5\n\(width) \(height)\n255\n".utf8) + pixels }
}
