internal import Registry

/// The conditions of a query, and the values that are bound to them.
struct Selection {
    private var conditions: [String] = []
    private var values: [SQLiteValue] = []

    mutating func add(_ condition: String, _ values: SQLiteValue...) {
        conditions.append(condition)
        self.values += values
    }

    /// A condition for what is wanted only.
    mutating func add(_ condition: String, ifAny text: String?) {
        guard let text else { return }
        add(condition, .text(text))
    }

    /// The text stands in one of these columns, letters of ASCII in any case.
    mutating func add(text: String?, in columns: String...) {
        guard let text, !text.isEmpty else { return }
        let escaped = text.flatMap { "%_\\".contains($0) ? "\\\($0)" : String($0) }
        let pattern = "%\(String(escaped))%"
        conditions.append("(" + columns.map { "\($0) LIKE ? ESCAPE '\\'" }.joined(separator: " OR ") + ")")
        values += columns.map { _ in .text(pattern) }
    }

    /// The rows in the order of a key, from a page's beginning to its end.
    func rows<Element>(
        _ database: Database, _ select: String, by key: String, descending: Bool = false, limit: Int,
        _ read: (borrowing Row) throws -> Element
    ) throws -> [Element] {
        let condition = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
        return try database.rows(
            "\(select)\(condition) ORDER BY \(key)\(descending ? " DESC" : "") LIMIT ?",
            values + [.integer(Int64(limit))], read)
    }
}
