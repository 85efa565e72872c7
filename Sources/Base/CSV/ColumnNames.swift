/// Which columns of a schema the names in a header row are.
///
/// A name counts as it is, without spaces around it: some generators write `, ` between names. Only where a column is not
/// there by its own name, another spelling is taken for it: in other case, or with spaces or underscores for hyphens.
struct ColumnNames {
    /// By the schema's name, the place in the row.
    private(set) var places: [String: Int] = [:]
    /// Names that are not the schema's.
    private(set) var unknown: [String] = []
    private(set) var respelled: [(found: String, name: String)] = []
    /// Names that are there twice, as they are spelled the second time.
    private(set) var repeated: [String] = []

    init(_ header: [String], schema: TableSchema) {
        let found = header.map(Self.trimmed)
        let names = Set(schema.names)
        var seen: Set<String> = []
        // Spreadsheets save empty columns beside a table, too.
        for name in found where !name.isEmpty && !seen.insert(name).inserted { repeated.append(name) }
        var respelledPlaces: [String: (found: String, place: Int)] = [:]
        for (place, name) in found.enumerated() {
            let plain = Self.plain(name)
            if names.contains(name) {
                places[name] = place
            } else if names.contains(plain), !seen.contains(plain) {
                if respelledPlaces[plain] != nil, !repeated.contains(name) { repeated.append(name) }
                respelledPlaces[plain] = (name, place)
            } else if !name.isEmpty {
                unknown.append(name)
            }
        }
        for name in schema.names {
            guard let other = respelledPlaces[name] else { continue }
            places[name] = other.place
            respelled.append((other.found, name))
        }
    }

    /// How many of the schema's columns are there.
    var count: Int { places.count }

    /// In lower case, with hyphens for spaces and underscores.
    static func plain(_ name: String) -> String {
        var plain = ""
        for character in trimmed(name).lowercased() {
            let isGap = character.isWhitespace || character == "_" || character == "-"
            if !isGap { plain.append(character) } else if plain.last != "-" { plain.append("-") }
        }
        return plain
    }

    private static func trimmed(_ name: String) -> String {
        var rest = name[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}
