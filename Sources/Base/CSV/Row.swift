/// A record seen through its schema: fields by column.
public struct Row: Sendable {
    let record: Record
    let header: Header

    /// The line of the file where the row starts, counted from 1.
    public var line: Int { record.line }

    /// The bytes of a column, by its position in the schema's names. Empty when the column is absent.
    public func bytes(_ column: Int) -> ArraySlice<UInt8> {
        header.positions[column].map(record.text) ?? []
    }

    /// All fields of the row, and more: for those who ask where columns are in them.
    package var fields: [UInt8] { record.buffer }

    /// Where the bytes of a column are in `fields`, by its position in the schema's names. Empty when the column is absent.
    package func range(_ column: Int) -> Range<Int> { header.positions[column].map(record.textRange) ?? 0..<0 }

    /// The text of a column, by its position in the schema's names; nil when it is absent or empty.
    public func text(_ column: Int) -> String? {
        let bytes = bytes(column)
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    /// The bytes of a column by name. Empty when it is absent.
    public func bytes(_ column: String) -> ArraySlice<UInt8> {
        header.place(of: column).map(record.text) ?? []
    }

    /// Whether a column is there and not empty, by name.
    public func has(_ column: String) -> Bool { header.place(of: column).map { !record.isEmpty($0) } ?? false }

    /// The text of a column by name; nil when it is absent or empty.
    public subscript(column: String) -> String? {
        let bytes = bytes(column)
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }
}
