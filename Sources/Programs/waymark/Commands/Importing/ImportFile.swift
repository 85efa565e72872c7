import API
import ArgumentParsing
import Registry
import UnixSystem

/// Files on the way to the daemon.
enum ImportFile {
    /// Larger files of stores or experiences than this are refused by the daemon, too.
    static let limit = 64 << 20

    static func read(_ path: String) throws -> [UInt8] { try File.read(path, limit: limit) }

    static func report(_ result: ImportResult, _ what: String, from file: String, values: ParsedValues) throws {
        if values.wantsJSON { return Terminal.result(try JSONText.document(result)) }
        for warning in result.warnings { Terminal.note("warning: \(warning)") }
        for change in result.changes { Terminal.result(change.message) }
        let rows = count(result.rows, what)
        Terminal.result(result.isDryRun ? "\(rows) in \(file); nothing was changed" : "\(rows) imported from \(file)")
    }
}
