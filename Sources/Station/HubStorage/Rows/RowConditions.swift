internal import PostgreSQL
internal import Registry

/// The conditions of a query, and the values that are bound to them: one for each `$` of a condition, in their order.
struct RowConditions {
    private var conditions: [String] = []
    private var values: [PostgresValue] = []

    mutating func add(_ condition: String, _ values: PostgresValue...) {
        var place = self.values.count
        var numbered = ""
        for character in condition {
            numbered.append(character)
            guard character == "$" else { continue }
            place += 1
            numbered += String(place)
        }
        conditions.append(numbered)
        self.values += values
    }

    /// A condition for what is wanted only.
    mutating func add(_ condition: String, ifAny text: String?) {
        guard let text else { return }
        add(condition, .kept(text))
    }

    /// A column holds the key of a store with this identifier, of this deployment; what is nil does not matter. `wrap`
    /// makes the condition of it.
    mutating func add(
        store: StoreName?, of deployment: DeploymentName?, in column: String, where wrap: (String) -> String = { $0 }
    ) {
        switch (store, deployment) {
        case (nil, nil): return
        case (let store?, let deployment?): add(wrap("\(column) = $"), .kept(StoreID(store, of: deployment).key))
        case (let store?, nil):
            // A key is the identifier alone, or continues with a line feed.
            add(
                wrap("(\(column) = $ OR (\(column) >= $ AND \(column) < $))"), .kept(store.text), .kept("\(store)\n"),
                .kept("\(store)\u{b}"))
        case (nil, let deployment?):
            add(wrap("right(\(column), length($)) = $"), .kept("\n\(deployment)"), .kept("\n\(deployment)"))
        }
    }

    /// One of these columns contains the text, ASCII letters in any case.
    mutating func add(text: String?, in columns: String...) {
        guard let text, !text.isEmpty else { return }
        let escaped = text.flatMap { "%_\\".contains($0) ? "\\\($0)" : String($0) }
        let pattern = PostgresValue.kept("%\(String(escaped))%")
        for column in columns { add(#"lower(\#(column) COLLATE "C") LIKE lower($ COLLATE "C")"#, pattern) }
        let alternatives = conditions.suffix(columns.count).joined(separator: " OR ")
        conditions.removeLast(columns.count)
        conditions.append("(\(alternatives))")
    }

    /// The rows in the order of a key, from a page's beginning to its end.
    func query(
        _ select: String, by key: String, descending: Bool, limit: Int
    ) -> (statement: String, values: [PostgresValue]) {
        let condition = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
        let order = " ORDER BY \(key)\(descending ? " DESC" : "") LIMIT $\(values.count + 1)"
        return (select + condition + order, values + [.integer(Int64(limit))])
    }
}
