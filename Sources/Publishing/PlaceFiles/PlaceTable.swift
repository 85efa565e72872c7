internal import CSV

/// A table of places: a CSV file or a workbook of Google Business Profile, of Apple Business, or of one's own.
struct PlaceTable {
    /// What a column may be called, the likelier first; in lower case, with hyphens for spaces.
    private static let names: [(field: Field, columns: [String])] = [
        (.id, ["store", "store-code", "partners-location-id", "partner-location-id", "location-id", "id"]),
        (.name, ["name", "business-name", "location-name", "display-name", "primary-name"]),
        (.address, ["address", "full-address"]),
        (
            .street,
            [
                "address-line-1", "address-line-2", "address-line-3", "address-line-4", "address-line-5",
                "street-address",
            ]
        ),
        (
            .area,
            [
                "sub-locality", "locality", "city", "administrative-area", "state", "state/region", "state/province",
                "state-/-region", "state-/-province", "province", "postal-code", "zip-code", "postcode", "zip",
            ]
        ),
        (.country, ["country-/-region", "country/region", "country", "country-code"]),
        (.latitude, ["latitude", "lat"]), (.longitude, ["longitude", "lon", "lng"]), (.status, ["status"]),
    ]

    private enum Field: CaseIterable {
        case id, name, address, street, area, country, latitude, longitude, status
    }

    private(set) var drafts: [PlaceDraft] = []
    private(set) var problems: [FileProblem] = []
    private(set) var warnings: [String] = []

    /// `idName`: the column of the identifiers. Throws `FileError` for what is not a table.
    init(_ bytes: [UInt8], file: String, idName: String?) throws {
        let own = idName.map { [Self.plain($0)] } ?? []
        let columns = own + Self.names.flatMap(\.columns).filter { !own.contains($0) }
        let schema = TableSchema(
            required: own, optional: columns.filter { !own.contains($0) },
            numbers: ["latitude", "longitude", "lat", "lon", "lng"])
        let found = try TableReader.read(bytes, file: file, schema: schema) { event in
            switch event {
            case .problem(let problem): problems.append(problem)
            case .row(let row): take(row, idColumns: own, file: file)
            }
        }
        // The names above are spelled otherwise in exports, which have dozens of other columns.
        warnings = found.map(\.description).filter { !$0.contains("ignored") && !$0.contains("is read as") }
        if drafts.isEmpty, problems.isEmpty { warnings.append("\(file) has no rows") }
    }

    private mutating func take(_ row: Row, idColumns: [String], file: String) {
        func all(_ field: Field) -> [String] {
            (Self.names.first { $0.field == field }?.columns ?? []).compactMap { row[$0] }
        }
        func refuse(_ reason: String) { problems.append(FileProblem(file: file, line: row.line, reason: reason)) }
        if let refusal = PlaceDraft.refusal(ofStatus: all(.status).first) { return refuse(refusal) }
        var draft = PlaceDraft(line: row.line)
        draft.id = idColumns.isEmpty ? all(.id).first : idColumns.compactMap { row[$0] }.first
        draft.name = all(.name).first
        let area = all(.area) + all(.country).prefix(1)
        // Some tables have the whole address in its column, others the street alone.
        draft.address = PlaceDraft.address(
            all(.address).first.map { whole in [whole] + area.filter { !Self.names($0, in: whole) } }
                ?? all(.street) + area)
        let (north, east) = (all(.latitude).first, all(.longitude).first)
        if let north, let east {
            guard let latitude = DecimalNumber.parse(Array(north.utf8)[...]),
                let longitude = DecimalNumber.parse(Array(east.utf8)[...])
            else { return refuse("its latitude \"\(north)\" or longitude \"\(east)\" is not a number") }
            draft.position = (latitude, longitude)
        } else if north != nil || east != nil {
            return refuse("one of latitude and longitude is empty")
        }
        drafts.append(draft)
    }

    /// Whether a text has these words, not only their letters within others.
    private static func names(_ words: String, in text: String) -> Bool {
        func split(_ text: String) -> [Substring] { text.lowercased().split { !$0.isLetter && !$0.isNumber } }
        return split(text).contains(split(words))
    }

    /// As column names are compared.
    private static func plain(_ name: String) -> String {
        name.lowercased().split { $0.isWhitespace || $0 == "_" || $0 == "-" }.joined(separator: "-")
    }
}
