internal import CSQLite

/// The space in a database's pages that belongs to no row: between the list of cells and the cells.
///
/// SQLite overwrites what is deleted (`PRAGMA secure_delete`); a row that was moved to another page when pages were filled
/// up or balanced leaves its copy there. Nothing reads this space, so it may be overwritten in the file itself while others
/// read: it is done below the pages in memory, in a transaction that keeps writers out, with an empty write-ahead log.
///
/// See: https://www.sqlite.org/fileformat2.html, section 1.6
@safe struct UnusedSpace {
    private let file: UnsafeMutablePointer<sqlite3_file>
    private let pageSize: Int
    private let pageCount: Int
    private let roots: [Int]

    /// Wraps `sqlite3_file_control`, SQLITE_FCNTL_FILE_POINTER.
    init(of database: Database) throws {
        unsafe file = try database.mainFile()
        pageSize = Int(try database.integer("PRAGMA page_size") ?? 0)
        pageCount = Int(try database.integer("PRAGMA page_count") ?? 0)
        roots =
            [1]
            + (try database.rows("SELECT rootpage FROM sqlite_schema WHERE rootpage > 0") { row in
                Int(row.integer("rootpage"))
            })
    }

    /// Overwrites it with zeros, and waits until the disk has them.
    func clear() throws(SQLiteError) {
        var waiting = roots
        var known = [Bool](repeating: false, count: pageCount + 1)
        var isChanged = false
        while let number = waiting.popLast() {
            // A damaged file may lead anywhere.
            guard (1...pageCount).contains(number), !known[number] else { continue }
            known[number] = true
            guard let page = BTreePage(try read(number), isFirst: number == 1) else { continue }
            waiting += page.children
            let gap = page.unused
            guard page.bytes[gap].contains(where: { $0 != 0 }) else { continue }
            try write(zeros: gap, of: number)
            isChanged = true
        }
        if isChanged { try check(unsafe file.pointee.pMethods.pointee.xSync(file, SQLITE_SYNC_NORMAL), "xSync") }
    }

    private func read(_ number: Int) throws(SQLiteError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: pageSize)
        let code = unsafe file.pointee.pMethods.pointee.xRead(
            file, &bytes, Int32(pageSize), Int64(number - 1) * Int64(pageSize))
        try check(code, "xRead")
        return bytes
    }

    private func write(zeros range: Range<Int>, of number: Int) throws(SQLiteError) {
        let zeros = [UInt8](repeating: 0, count: range.count)
        let code = unsafe file.pointee.pMethods.pointee.xWrite(
            file, zeros, Int32(range.count), Int64(number - 1) * Int64(pageSize) + Int64(range.lowerBound))
        try check(code, "xWrite")
    }

    private func check(_ code: Int32, _ call: String) throws(SQLiteError) {
        guard code == SQLITE_OK else {
            throw unsafe SQLiteError(code: code, text: String(cString: sqlite3_errstr(code)), sql: call)
        }
    }
}

/// A page of a table or an index.
private struct BTreePage {
    let bytes: [UInt8]
    /// Where its header begins: behind the file's own on the first page.
    private let start: Int
    private let isInterior: Bool
    private let cells: Int

    /// Nil for a page of another kind, or a damaged one.
    init?(_ bytes: [UInt8], isFirst: Bool) {
        start = isFirst ? 100 : 0
        guard [2, 5, 10, 13].contains(bytes[start]) else { return nil }
        isInterior = bytes[start] < 8
        cells = Int(bytes[start + 3]) << 8 | Int(bytes[start + 4])
        self.bytes = bytes
        guard list <= bytes.count - 2 * cells, unused.upperBound <= bytes.count else { return nil }
    }

    /// Where the places of the cells are listed.
    private var list: Int { start + (isInterior ? 12 : 8) }

    var unused: Range<Int> {
        let content = Int(bytes[start + 5]) << 8 | Int(bytes[start + 6])
        let end = list + 2 * cells
        return end..<max(end, content == 0 ? 65_536 : content)
    }

    var children: [Int] {
        guard isInterior else { return [] }
        let places = (0..<cells).map { Int(bytes[list + 2 * $0]) << 8 | Int(bytes[list + 2 * $0 + 1]) } + [start + 8]
        return places.filter { $0 + 4 <= bytes.count }.map { place in
            bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
        }
    }
}
