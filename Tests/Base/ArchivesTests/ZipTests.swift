import Archives
import Foundation
import Testing

struct ZipTests {
    private let files: [(name: String, contents: [UInt8])] = [
        ("a/ü.txt", Array("text".utf8)), ("empty", []), ("zeros", Array(repeating: 0, count: 1 << 20)),
    ]

    @Test func `what is put in comes out, and the same files make the same bytes`() throws {
        let zip = try ZipWriter.archive(files)
        #expect(try ZipWriter.archive(files) == zip)
        let reader = try ZipReader(zip)
        #expect((0..<reader.count).map { reader.name(of: $0) } == files.map(\.name))
        for file in files {
            let index = try #require(reader.index(of: file.name))
            #expect(try reader.contents(of: index, limit: 1 << 20) == file.contents)
        }
        #expect(reader.index(of: "b") == nil)
    }

    @Test func `a file larger than the limit, whatever the archive says of it, is refused`() throws {
        let reader = try ZipReader(try ZipWriter.archive(files))
        #expect(throws: ZipError.tooLarge) { try reader.contents(of: 2, limit: (1 << 20) - 1) }
    }

    @Test func `bytes that are not an archive are refused`() {
        for bytes in [[], Array("PK\u{3}\u{4}".utf8), Array(repeating: 0x50, count: 1_000)] {
            #expect(throws: ZipError.self) { try ZipReader(bytes) }
        }
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "needs python3"))
    func `Python's zipfile, which shares no code with libzip, finds the archive good`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).zip")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(try ZipWriter.archive(files)).write(to: file)
        let python = Process()
        python.executableURL = URL(filePath: "/usr/bin/python3")
        python.arguments = [
            "-c",
            "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; "
                + "assert z.read('a/ü.txt') == b'text' and z.infolist()[0].date_time[:3] in [(1979, 12, 31), (1980, 1, 1)]",
            file.path,
        ]
        try python.run()
        python.waitUntilExit()
        #expect(python.terminationStatus == 0)
    }
}
