import Faults
import Foundation
import SightingFiles
import TestBench
import Testing
import UnixSystem

/// Files of sightings that Python has packed with gzip.
struct PackedFileTests {
    private static let row = "2026-11-19T17:10:38Z,https://fruta.example/store/cupertino?tag=t1,,37.3230,-122.0322,9\n"
    private static let table = "time,url,uid,latitude,longitude,accuracy\n" + row

    /// What a line of Python with `table` makes of it.
    private func pack(_ expression: String, _ table: String = table) async throws -> [UInt8] {
        let folder = try TemporaryFolder()
        let program = """
            import gzip, sys
            with open(sys.argv[1], "rb") as file:
                table = file.read()
            with open(sys.argv[2], "wb") as file:
                file.write(\(expression))
            """
        let ending = try await RunningProgram(
            path: "/usr/bin/python3", ["-c", program, try folder.write(table, to: "table"), folder["packed"]]
        ).wait()
        try #require(ending.status == .exited(0), "\(ending)")
        return Array(try folder.bytes("packed"))
    }

    private func read(_ bytes: [UInt8]) throws -> String {
        let folder = try TemporaryFolder()
        let file = try SightingFile(try folder.write(bytes, to: "walk"), notes: SightingNotes())
        return String(decoding: try file.whole(limit: 1 << 27), as: UTF8.self)
    }

    @Test(arguments: [
        "gzip.compress(table)", "gzip.compress(table) + bytes(512)",
        "gzip.compress(table[:9]) + gzip.compress(b'') + bytes(3) + gzip.compress(table[9:])",
    ])
    func `files after one another, and zeros behind them, are one file`(_ expression: String) async throws {
        #expect(try read(try await pack(expression)) == Self.table)
    }

    @Test func `a large file comes into buffers of any size as it was`() async throws {
        let table = Self.table + String(repeating: Self.row, count: 50_000)
        let folder = try TemporaryFolder()
        let path = try folder.write(try await pack("gzip.compress(table)", table), to: "walk")
        #expect(try read(Array(try folder.bytes("walk"))) == table)
        var random = SeededRandom()
        let file = try SightingFile(path, notes: SightingNotes())
        var bytes: [UInt8] = []
        while true {
            var buffer = [UInt8](repeating: 0, count: Int(random.next(below: 300_000)) + 1)
            var room = buffer.mutableSpan
            let count = try file.read(into: &room)
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        #expect(bytes == Array(table.utf8), "\(random)")
    }

    @Test func `a file that is cut off anywhere is told so`() async throws {
        let packed = try await pack("gzip.compress(table)")
        // Of fewer bytes nothing can be said.
        for end in 2..<packed.count {
            let error = #expect(throws: SightingFileError.self) { try read(Array(packed[..<end])) }
            #expect(error?.code == .cutOff, "\(end) bytes")
        }
    }

    @Test(arguments: [
        ("gzip.compress(table) + b'x'", SightingFileError.Code.damaged),
        ("gzip.compress(table)[:-8] + bytes(8)", .damaged), ("gzip.compress(table)[:-1] + b'x'", .damaged),
        ("gzip.compress(gzip.compress(table))", .unknownFormat), ("gzip.compress(table * 600_000)", .swollen),
    ])
    func `a file that is wrong is refused`(_ expression: String, _ code: SightingFileError.Code) async throws {
        let packed = try await pack(expression)
        let error = #expect(throws: SightingFileError.self) { try read(packed) }
        #expect(error?.code == code)
    }
}
