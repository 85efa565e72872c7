public import CSV
internal import Geodesy

/// `store,name,latitude,longitude,radius`, and perhaps `address`.
public enum StoreFile {
    public static let schema = Schema(
        required: ["store", "name", "latitude", "longitude", "radius"], optional: ["address"])

    /// Reads a whole file. A store without coordinates and radius roams; one without the other is an error.
    /// Throws `FileError` with every bad line.
    public static func read(_ bytes: [UInt8], file: String) throws -> ImportedRows<Store> {
        try RowImport.read(bytes, file: file, schema: schema, key: "store") { fields in
            let id: StoreID? = fields.identifier("store")
            let name = fields.text("name")
            let address = fields.optionalText("address", atMost: 500)
            let region = region(&fields)
            guard let id, let name else { return nil }
            return Store(id: id, name: name, region: region, address: address)
        }
    }

    private static func region(_ fields: inout RowFields) -> Region? {
        let columns = ["latitude", "longitude", "radius"]
        let missing = columns.filter { fields.row[$0] == nil }
        if missing.count == columns.count { return nil }
        guard missing.isEmpty else {
            fields.complain(
                missing[0],
                "\(missing.joined(separator: " and ")) is empty: a region needs latitude, longitude and radius, "
                    + "a roaming store has none of them")
            return nil
        }
        guard let latitude = fields.number("latitude"), let longitude = fields.number("longitude"),
            let radius = fields.number("radius")
        else { return nil }
        do {
            return try Region(centre: Coordinate(latitude: latitude, longitude: longitude), radius: radius)
        } catch {
            fields.complain("radius", error.reason)
            return nil
        }
    }
}
