import Foundation
import Synchronization

/// The statements that the tests have sent to their PostgreSQL server, one a line of a file: what a version asks of the tables,
/// kept for the versions after it. See `Scripts/hub-statements`.
package final class RecordedStatements: Sendable {
    /// One statement, and the types that its parameters were sent with (numbers of `pg_type`).
    package struct Statement: Hashable, Codable, Sendable {
        package let types: [UInt32]
        package let text: String
    }

    /// Where the environment asks for it.
    static let path = ProcessInfo.processInfo.environment["WAYMARK_HUB_STATEMENTS"]

    /// The host of a proxy before a server, which writes down what passes.
    let host: String
    private let proxy: CuttingProxy

    init(before server: String, to path: String) throws {
        let known = Mutex<Set<Statement>>([])
        guard FileManager.default.createFile(atPath: path, contents: nil), let file = FileHandle(forWritingAtPath: path)
        else { throw CocoaError(.fileWriteUnknown) }
        proxy = try CuttingProxy(before: server) { message in
            guard let statement = Self.parsed(message) else { return }
            known.withLock { known in
                guard known.insert(statement).inserted, let line = try? Self.line(statement) else { return }
                file.write(line)
            }
        }
        host = proxy.host
    }

    private static func line(_ statement: Statement) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(statement) + [0x0A]
    }

    /// Parse: a name, the statement, and the types of its parameters (PostgreSQL's manual, message formats).
    private static func parsed(_ message: [UInt8]) -> Statement? {
        guard message.first == UInt8(ascii: "P") else { return nil }
        let texts = message.dropFirst(5).split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
        guard texts.count == 3 else { return nil }
        let types = texts[2].dropFirst(2)
        return Statement(
            types: stride(from: types.startIndex, to: types.endIndex - 3, by: 4).map { start in
                types[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) }
            }, text: String(decoding: texts[1], as: UTF8.self))
    }

    /// Those of a file.
    package static func read(_ path: String) throws -> [Statement] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
            try JSONDecoder().decode(Statement.self, from: Data($0.utf8))
        }
    }
}
