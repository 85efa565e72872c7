/// A statement and the values of its parameters.
package struct PostgresStatement: Hashable, Sendable {
    package let text: String
    package let values: [PostgresValue]

    package init(_ text: String, _ values: [PostgresValue] = []) {
        self.text = text
        self.values = values
    }
}
