internal import Glibc
internal import UnixSystem

/// The rows of a Parquet file as CSV, read by the user's own `duckdb`: no library that Debian has reads Parquet.
///
/// The program streams, so a file may be larger than memory. It gets the file's absolute path in SQL, in which the
/// characters are quoted that SQL or DuckDB's file patterns take for something else; it loads no extension and no
/// configuration.
///
/// See: https://duckdb.org/docs/stable/data/parquet/overview, https://duckdb.org/docs/stable/clients/cli/overview
final class ParquetRows: ByteSource {
    private static let program = "duckdb"
    private let file: String
    private let rows: ProgramOutput

    /// Throws ``SightingFileError`` where there is no `duckdb`, or it cannot read the file.
    init(_ path: String, named file: String) throws {
        self.file = file
        let table = "read_parquet(\(try Self.quoted(path, file)))"
        let names = try Self.columns(of: table, file)
        rows = try Self.run(Self.statement(names, of: table), file)
    }

    func next() throws -> [UInt8] { try Self.checked(rows, file) }

    /// Times in UTC, and positions as decimal numbers: an exponent, which DuckDB writes for small numbers, is none.
    static func statement(_ names: Set<String>, of table: String) -> String {
        let places = ["latitude", "longitude"].filter(names.contains).map { name in
            "coalesce(try_cast(\(name) AS DECIMAL(12, 9))::VARCHAR, \(name)::VARCHAR) AS \(name)"
        }
        let columns = places.isEmpty ? "*" : "* REPLACE (\(places.joined(separator: ", ")))"
        return "COPY (SELECT \(columns) FROM \(table)) TO '/dev/stdout' "
            + "(FORMAT csv, HEADER, TIMESTAMPFORMAT '%Y-%m-%dT%H:%M:%SZ')"
    }

    private static func columns(of table: String, _ file: String) throws -> Set<String> {
        let output = try run(
            "COPY (SELECT column_name FROM (DESCRIBE FROM \(table))) TO '/dev/stdout' (FORMAT csv)", file)
        var text: [UInt8] = []
        while true {
            let piece = try checked(output, file)
            guard !piece.isEmpty else { break }
            text += piece
        }
        return Set(String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init))
    }

    private static func run(_ statement: String, _ file: String) throws -> ProgramOutput {
        let settings =
            "SET autoinstall_known_extensions = false; SET autoload_known_extensions = false; SET TimeZone = 'UTC'; "
        do {
            return try ProgramOutput(program, ["-no-init", "-batch", "-c", settings + statement])
        } catch  where error.errno == ENOENT {
            throw SightingFileError(
                .parquetUnreadable, file: file,
                "it is a Parquet file, which the program duckdb reads, and there is no such program in PATH")
        }
    }

    private static func checked(_ output: ProgramOutput, _ file: String) throws -> [UInt8] {
        let piece = try output.next()
        guard piece.isEmpty, output.ending != .exited(0) else { return piece }
        let lines = output.errors.split(whereSeparator: \.isNewline)
        throw SightingFileError(
            .parquetUnreadable, file: file, "duckdb could not read it: \(lines.first ?? "it gave no reason")")
    }

    /// The absolute path as a text of SQL, which DuckDB takes for one file and not for a pattern.
    static func quoted(_ path: String, _ file: String) throws -> String {
        guard let real = unsafe realpath(path, nil) else {
            throw SightingFileError(.parquetUnreadable, file: file, "it is not at \(path) any more")
        }
        defer { unsafe free(real) }
        let absolute = unsafe String(cString: real)
        return "'" + absolute.map(escaped).joined() + "'"
    }

    private static func escaped(_ character: Character) -> String {
        switch character {
        case "'": "''"
        case "*", "?", "[": "[\(character)]"
        default: String(character)
        }
    }
}
