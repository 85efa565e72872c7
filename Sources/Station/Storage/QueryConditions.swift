internal import Registry

/// The conditions of a query, and the values that are bound to them.
struct QueryConditions {
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

    /// A column holds the key of a store with this identifier, of this deployment; what is nil does not matter. `wrap`
    /// makes the condition of it.
    mutating func add(
        store: StoreName?, of deployment: DeploymentName?, in column: String,
        where wrap: (String) -> String = { $0 }
    ) {
        switch (store, deployment) {
        case (nil, nil): return
        case (let store?, let deployment?):
            add(wrap("\(column) = ?"), .text(StoreID(store, of: deployment).key))
        case (let store?, nil):
            // A key is the identifier alone, or continues with a line feed.
            add(
                wrap("(\(column) = ? OR (\(column) >= ? AND \(column) < ?))"), .text(store.text),
                .text("\(store)\n"), .text("\(store)\u{b}"))
        case (nil, let deployment?):
            add(
                wrap("substr(\(column), -length(?)) = ?"), .text("\n\(deployment)"), .text("\n\(deployment)"))
        }
    }

    /// One of these columns contains the text, ASCII letters in any case.
    mutating func add(text: String?, in columns: String...) {
        guard let text, !text.isEmpty else { return }
        // LIKE would read no further than a U+0000.
        conditions.append("(" + columns.map { "instr(lower(\($0)), lower(?)) > 0" }.joined(separator: " OR ") + ")")
        values += columns.map { _ in .text(text) }
    }

    /// The rows in the order of a key, from a page's beginning to its end.
    func rows<Element>(
        of database: Database, _ select: String, by key: String, descending: Bool = false, limit: Int,
        as read: (borrowing ResultRow) throws -> Element
    ) throws -> [Element] {
        let condition = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
        return try database.rows(
            "\(select)\(condition) ORDER BY \(key)\(descending ? " DESC" : "") LIMIT ?",
            values + [.integer(Int64(limit))], as: read)
    }
}
