import Glibc
import Testing

/// A table of numbers with a header row, made by Fixtures/make-fixtures.py.
enum Fixture {
    static func rows(_ name: String) throws -> [[Double]] {
        let folder = String(#filePath.prefix(upTo: #filePath.lastIndex(of: "/") ?? #filePath.endIndex))
        let file = try #require(fopen("\(folder)/Fixtures/\(name)", "r"))
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = getc(file), byte != EOF { bytes.append(UInt8(byte)) }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst()
        return lines.map { $0.split(separator: ",").compactMap { Double($0) } }
    }
}
