internal import AppClips
package import Chips
internal import Geodesy
package import Registry

extension SQLiteRegistry {
    package func stores() throws -> [Store] {
        try translatingErrors { try tables.stores() }
    }

    package func experiences() throws -> [Experience] {
        try translatingErrors { try tables.experiences() }
    }

    package func readers() throws -> [ReaderRecord] { try translatingErrors { try tables.readers() } }

    package func batch(_ name: BatchName) throws -> Batch? { try translatingErrors { try tables.batch(name) } }

    package func planDigest(of batch: BatchName) throws -> DocumentDigest? {
        try translatingErrors { try tables.keptDigest(of: batch) }
    }

    package func tags() throws -> [Tag] { try translatingErrors { try tables.tags() } }

    package func tag(_ id: TagID) throws -> Tag? { try translatingErrors { try tables.tag(id) } }

    package func tag(onChip uid: ChipUID) throws -> Tag? { try translatingErrors { try tables.tag(onChip: uid) } }

    package func formerCarriers() throws -> [FormerCarrier] { try translatingErrors { try tables.formerCarriers() } }

    package func formerCarrier(onChip uid: ChipUID) throws -> FormerCarrier? {
        try translatingErrors { try tables.formerCarrier(onChip: uid) }
    }

    package func tags(withURL url: String) throws -> [Tag] {
        try translatingErrors {
            try database.rows(
                Self.selectTag + " WHERE tags.url IN (?, ?) ORDER BY tags.batch, tags.row",
                [.text(url), .text(InvocationURL.carried(url))], as: Self.tag)
        }
    }

    package func templates() throws -> [StoreTemplate] {
        try translatingErrors {
            try database.rows(
                """
                SELECT template, deployment FROM batches WHERE template IS NOT NULL AND \(StagedBatch.isShown)
                UNION SELECT template, name FROM deployments WHERE template IS NOT NULL ORDER BY 1, 2
                """
            ) { row in
                try StoreTemplate(
                    row.text("template"), of: row.optionalText("deployment").flatMap { DeploymentName($0) })
            }
        }
    }
}

// MARK: - Reading rows

extension SQLiteRegistry {
    static var selectStore: String { "SELECT * FROM stores" }

    static func store(_ row: borrowing ResultRow) throws -> Store {
        let region = try coordinate(row, "latitude", and: "longitude").flatMap { centre in
            try row.optionalReal("radius").map { try Region(centre: centre, radius: $0) }
        }
        return Store(
            id: try storeID(row.text("id")), name: row.text("name"), region: region,
            address: row.optionalText("address"), isRoaming: row.integer("roaming") == 1,
            place: try coordinate(row, "place_latitude", and: "place_longitude"))
    }

    static var selectExperience: String { "SELECT * FROM experiences" }

    static func experience(_ row: borrowing ResultRow) throws -> Experience {
        Experience(
            url: try InvocationURL(row.text("url")),
            card: try Card(title: row.text("title"), subtitle: row.text("subtitle"), action: name(row.text("action"))),
            store: try row.optionalText("store").map(identifier), image: row.optionalText("image"),
            language: row.optionalText("language"), status: try name(row.text("status")), app: row.optionalText("app"),
            deployment: try row.optionalText("deployment").map(deployment))
    }

    static var selectTag: String {
        """
        SELECT tags.*, batches.name AS batch_name
        FROM tags JOIN batches ON batches.number = tags.batch AND \(StagedBatch.isShown)
        """
    }

    static func tag(_ row: borrowing ResultRow) throws -> Tag {
        Tag(
            id: try identifier(row.text("id")), batch: try identifier(row.text("batch_name")),
            store: try storeID(row.text("store")), placement: row.text("placement"),
            medium: try name(row.text("medium")), url: row.text("url"), life: try life(row), deployed: try deployed(row)
        )
    }

    static func life(_ row: borrowing ResultRow) throws -> TagLife {
        TagLife(
            state: try name(row.text("state")), uid: try row.optionalText("uid").map(uid),
            product: row.optionalText("product"), writtenURL: row.optionalText("written_url"),
            prints: Int(row.integer("prints")), protection: try row.optionalText("protection").map(name),
            mirror: try row.optionalText("mirror").map(name),
            genuineness: try row.optionalText("genuineness").map(name),
            key: try row.optionalText("key").map(keyName),
            intendedKeys: try row.optionalText("intended_key").map(keyNames) ?? [])
    }

    static func rules(_ row: borrowing ResultRow) throws -> BatchRules {
        BatchRules(
            protection: try name(row.text("protection")), mirror: try row.optionalText("mirror").map(name),
            genuineness: try name(row.text("genuineness")))
    }

    static func keyName(_ text: String) throws -> KeyName {
        guard let key = KeyName(text) else { throw damaged("the name of a key", text) }
        return key
    }

    private static func keyNames(_ lines: String) throws -> [KeyName] {
        guard let keys = [KeyName](lines: lines) else { throw damaged("the names of keys", lines) }
        return keys
    }

    private static func deployed(_ row: borrowing ResultRow) throws -> Deployed? {
        guard let position = try coordinate(row, "deployed_latitude", and: "deployed_longitude"),
            let accuracy = row.optionalReal("deployed_accuracy")
        else { return nil }
        return Deployed(
            position: position, accuracy: accuracy,
            time: row.optionalText("deployed_time").flatMap { Timestamp(iso8601: $0) })
    }

    private static func coordinate(
        _ row: borrowing ResultRow, _ latitude: StaticString, and longitude: StaticString
    ) throws -> Coordinate? {
        guard let latitude = row.optionalReal(latitude), let longitude = row.optionalReal(longitude) else { return nil }
        return try Coordinate(latitude: latitude, longitude: longitude)
    }

    static func uid(_ text: String) throws -> ChipUID {
        guard let uid = ChipUID(text) else { throw damaged("the UID of a chip", text) }
        return uid
    }

    static func storeID(_ key: String) throws -> StoreID {
        guard let id = StoreID(key: key) else { throw damaged("the key of a store", key) }
        return id
    }

    static func deployment(_ text: String) throws -> DeploymentName { try identifier(text) }

    static func identifier<Subject>(_ text: String) throws -> Identifier<Subject> {
        guard let identifier = Identifier<Subject>(text) else { throw damaged("an identifier", text) }
        return identifier
    }

    static func name<Name: RawRepresentable<String>>(_ text: String) throws -> Name {
        guard let name = Name(rawValue: text) else { throw damaged("a \(Name.self)", text) }
        return name
    }
}
