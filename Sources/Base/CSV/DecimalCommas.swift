/// Numbers with a decimal comma, as spreadsheets save them in half of the world. Only a file with semicolons may have
/// them, and then each number with a fraction has one: `1.500` among them could be one and a half, or a thousand and more.
struct DecimalCommas {
    private let mayBe: Bool
    /// What the first number with a fraction has.
    private(set) var mark: UInt8?

    init(_ separator: TableForm.Separator) {
        mayBe = separator == .semicolon
    }

    var isInUse: Bool { mark == Self.comma }

    /// Puts points for commas into the columns with numbers; returns what is wrong with one of them, and its column.
    mutating func replace(
        in record: inout Record, _ columns: [(name: String, place: Int)]
    ) -> (column: String, reason: String)? {
        for column in columns {
            let field = record.bytes(column.place)
            guard mayBe || field.contains(Self.comma) else { continue }
            guard let found = Self.mark(of: field) else { continue }
            let text = String(decoding: field.prefix(40), as: UTF8.self)
            guard mayBe else {
                guard found.byte == Self.comma else { continue }
                return (
                    column.name,
                    "\(column.name) \"\(text)\" has a decimal comma: save the file with semicolons, or with points"
                )
            }
            if let mark, mark != found.byte {
                let (here, there) = mark == Self.comma ? ("point", "comma") : ("comma", "point")
                return (
                    column.name,
                    "\(column.name) \"\(text)\" has a decimal \(here), and numbers before it have a decimal \(there): "
                        + "use one of them in the whole file"
                )
            }
            mark = found.byte
            if found.byte == Self.comma { record.buffer[found.place] = Self.point }
        }
        return nil
    }

    private static let comma = UInt8(ascii: ",")
    private static let point = UInt8(ascii: ".")

    /// The one comma or point in what is a number otherwise, and where it is.
    private static func mark(of field: ArraySlice<UInt8>) -> (byte: UInt8, place: Int)? {
        let marks = field.indices.filter { field[$0] == comma || field[$0] == point }
        guard marks.count == 1, let place = marks.first else { return nil }
        var plain = Array(field)
        plain[place - field.startIndex] = point
        return DecimalNumber.parse(plain[...]) == nil ? nil : (field[place], place)
    }
}
