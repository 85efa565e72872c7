internal import CSQLite
internal import Faults
internal import Registry
internal import UnixSystem

/// A call to SQLite that failed. See: https://www.sqlite.org/rescode.html
struct SQLiteError: Error, Equatable {
    /// SQLite's extended result code.
    let code: Int32
    let text: String
    let sql: String

    init(code: Int32, text: String, sql: String) {
        self.code = code
        self.text = text
        self.sql = sql
    }

    /// The file is not a database, or its pages are damaged.
    var concernsContent: Bool { [SQLITE_NOTADB, SQLITE_CORRUPT].contains(code & 0xFF) }

    /// Another connection is in the way.
    var isBusy: Bool { [SQLITE_BUSY, SQLITE_LOCKED].contains(code & 0xFF) }

    /// What it means for the registry in this folder. SQLite reports a full disk, but a disk that is remounted
    /// read-only under it is an input or output error like any other.
    func meaning(inFolder folder: String) -> RegistryError.Code {
        switch code & 0xFF {
        case SQLITE_FULL: return .diskFull
        case SQLITE_READONLY: return .diskReadOnly
        case SQLITE_CORRUPT, SQLITE_NOTADB: return .registryDamaged
        case SQLITE_IOERR, SQLITE_CANTOPEN:
            guard let space = try? DiskSpace(of: folder) else { return .diskFailing }
            if space.isReadOnly { return .diskReadOnly }
            return space.free < 64 << 10 ? .diskFull : .diskFailing
        default: return .storageFailed
        }
    }

    /// Wraps `sqlite3_errmsg` and `sqlite3_extended_errcode`.
    init(of database: OpaquePointer, code: Int32, sql: String) {
        self.init(
            code: unsafe sqlite3_extended_errcode(database),
            text: unsafe String(cString: sqlite3_errmsg(database)), sql: sql)
    }
}
