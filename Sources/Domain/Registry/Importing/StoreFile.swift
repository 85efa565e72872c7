public import CSV
internal import Faults
public import Geodesy

/// `store,name,latitude,longitude,radius`, and perhaps `address`, `roaming`, `place-latitude` and `place-longitude`.
public enum StoreFile {
    public static let schema = TableSchema(
        required: ["store", "name", "latitude", "longitude", "radius"],
        optional: ["address", "roaming", "place-latitude", "place-longitude"],
        numbers: ["latitude", "longitude", "radius", "place-latitude", "place-longitude"])

    /// Reads a whole file. A store without coordinates and radius roams; one without the other is an error.
    /// Positions that look wrong beside those of the others, and of the `known` stores, are warned about.
    /// The stores belong to `deployment`. Throws `FileError` with every bad line.
    public static func read(
        _ bytes: [UInt8], file: String, deployment: DeploymentName? = nil, beside known: [Store] = []
    ) throws -> ImportedRows<Store> {
        let imported = try RowImport.read(bytes, file: file, schema: schema, key: "store") { fields -> Store? in
            let id: StoreName? = fields.identifier("store")
            let name = fields.text("name")
            let address = fields.optionalText("address", atMost: 500)
            let region = region(&fields)
            let isRoaming = isRoaming(&fields)
            if isRoaming, region != nil { fields.complain("roaming", "a store that roams has no region") }
            let place = fields.position("place-latitude", "place-longitude")
            guard let id, let name else { return nil }
            return Store(
                id: StoreID(id, of: deployment), name: name, region: region, address: address, isRoaming: isRoaming,
                place: place)
        }
        let others = known.filter { $0.id.deployment == deployment }
        let doubts = StorePositionCheck.doubts(about: imported.rows, beside: others).map { position, reason in
            FileProblem(
                file: file, line: imported.lines[position], column: "latitude",
                reason: "store \(imported.rows[position].id): \(reason)")
        }
        return ImportedRows(rows: imported.rows, lines: imported.lines, warnings: imported.warnings + doubts)
    }

    /// The regions of the stores that have one.
    public static func regions(_ stores: [Store]) -> [StoreID: Region] {
        Dictionary(stores.compactMap { store in store.region.map { (store.id, $0) } }) { first, _ in first }
    }

    private static func isRoaming(_ fields: inout ImportedFields) -> Bool {
        switch fields.row["roaming"]?.lowercased() {
        case "yes": return true
        case nil, "no": return false
        case .some:
            fields.complain("roaming", "roaming is neither yes nor no")
            return false
        }
    }

    private static let centreColumns = ["latitude", "longitude", "radius"]

    private static func region(_ fields: inout ImportedFields) -> Region? {
        let present = centreColumns.count { fields.row.has($0) }
        if present == 0 { return nil }
        guard present == centreColumns.count else {
            let missing = centreColumns.filter { !fields.row.has($0) }
            fields.complain(
                missing[0],
                "\(missing.joined(separator: " and ")) \(missing.count == 1 ? "is" : "are") empty: a region needs latitude, longitude and radius, "
                    + "a roaming store has none of them")
            return nil
        }
        // Each number is looked at, so that all that is wrong with the row is said at once.
        let (north, east, metres) = (fields.number("latitude"), fields.number("longitude"), fields.number("radius"))
        guard let latitude = north, let longitude = east, let radius = metres else { return nil }
        do {
            return try Region(centre: Coordinate(latitude: latitude, longitude: longitude), radius: radius)
        } catch {
            let place = abs(latitude) <= 90 ? "longitude" : "latitude"
            let hint = CoordinateMistake.exchangeHint(latitude: latitude, longitude: longitude)
            fields.complain(error.code == .region ? "radius" : place, error.reason + hint)
            return nil
        }
    }
}
