import Foundation
import SymbolDecoding

/// A command that checks our work and shares no code with it.
struct Tool {
    static let pdftoppm = Tool(name: "pdftoppm", package: "poppler-utils")
    static let pdftotext = Tool(name: "pdftotext", package: "poppler-utils")
    static let pdfinfo = Tool(name: "pdfinfo", package: "poppler-utils")
    static let qpdf = Tool(name: "qpdf", package: "qpdf")
    static let mutool = Tool(name: "mutool", package: "mupdf-tools")
    static let ghostscript = Tool(name: "gs", package: "ghostscript")
    static let fcQuery = Tool(name: "fc-query", package: "fontconfig")
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
    func run(_ arguments: String...) throws -> Data { try runTelling(arguments).output }

    /// Runs the tool to its end and gives what it printed and what it complained of.
    private func runTelling(_ arguments: [String]) throws -> (output: Data, complaints: String) {
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
        let errors = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).stderr")
        _ = FileManager.default.createFile(atPath: errors.path, contents: nil)
        defer { try? FileManager.default.removeItem(at: errors) }
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failed(name: name, status: process.terminationStatus)
        }
        return (output, String(decoding: try Data(contentsOf: errors), as: UTF8.self))
    }

    /// The first page of a PDF as the tool draws it, in grey, and what it complained of.
    func drawn(_ path: String, dotsPerInch: Int) throws -> (picture: GreyPicture, complaints: String) {
        let resolution = "\(dotsPerInch)"
        let (file, complaints) =
            switch name {
            case "mutool": try runTelling(["draw", "-q", "-F", "pgm", "-r", resolution, "-o", "-", path, "1"])
            case "gs":
                try runTelling([
                    "-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-sDEVICE=pgmraw", "-dTextAlphaBits=4",
                    "-dGraphicsAlphaBits=4",
                    "-dLastPage=1", "-r\(resolution)", "-sOutputFile=-", path,
                ])
            default: try runTelling(["-r", resolution, "-gray", "-f", "1", "-l", "1", path])
            }
        return (try Self.picture(file), complaints)
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
        return try picture(file)
    }

    /// "P5", perhaps a comment, width, height, 255, one white space, pixels.
    private static func picture(_ file: Data) throws -> GreyPicture {
        var fields: [Int] = []
        // Headers are short; pixels are many, and a debug build is slow.
        let header = Array(file.prefix(1_024))
        var place = 2
        while fields.count < 3, place < header.count {
            switch header[place] {
            case UInt8(ascii: "#"): place = header[place...].firstIndex(of: 0x0A) ?? header.count
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                let digits = header[place...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
                fields.append(Int(String(decoding: digits, as: UTF8.self)) ?? 0)
                place += digits.count
            default: place += 1
            }
        }
        guard fields.count == 3 else { throw CocoaError(.fileReadCorruptFile) }
        return try GreyPicture(width: fields[0], height: fields[1], pixels: Array(file.dropFirst(place + 1)))
    }
}

extension GreyPicture {
    /// The picture as a PGM file.
    var pgm: [UInt8] { Array("P5\n\(width) \(height)\n255\n".utf8) + pixels }
}
