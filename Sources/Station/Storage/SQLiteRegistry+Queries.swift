internal import AppClips
public import Chips
internal import Geodesy
public import Registry

extension SQLiteRegistry {
    public func stores() throws -> [Store] {
        try translatingErrors { try tables.stores() }
    }

    public func experiences() throws -> [Experience] {
        try translatingErrors { try tables.experiences() }
    }

    public func readers() throws -> [ReaderRecord] { try translatingErrors { try tables.readers() } }

    public func batches() throws -> [BatchSummary] { try summaries("", []) }

    /// The batches that a condition fits, in the order in which they were made.
    func summaries(_ condition: String, _ values: [SQLiteValue]) throws -> [BatchSummary] {
        try translatingErrors {
            let counts = try database.rows(
                """
                SELECT batches.number, batches.name, tags.state, count(tags.id), batches.paused, batches.protection,
                       batches.mirror, batches.genuineness, batches.deployment
                FROM batches LEFT JOIN tags ON tags.batch = batches.number \(condition)
                GROUP BY batches.number, tags.state ORDER BY batches.number
                """, values
            ) { row in
                (
                    name: row.text(1), state: row.optionalText(2), count: Int(row.integer(3)),
                    isPaused: row.integer(4) == 1, rules: try Self.rules(row, from: 5),
                    deployment: try row.optionalText(8).map(Self.deployment)
                )
            }
            var order: [String] = []
            var states: [String: [TagState: Int]] = [:]
            var paused: Set<String> = []
            var rules: [String: BatchRules] = [:]
            var deployments: [String: DeploymentName] = [:]
            for (name, state, count, isPaused, own, deployment) in counts {
                deployments[name] = deployment
                if isPaused { paused.insert(name) }
                rules[name] = own
                if states[name] == nil {
                    order.append(name)
                    states[name] = [:]
                }
                if let state { states[name]?[try Self.name(state)] = count }
            }
            return try order.map {
                BatchSummary(
                    name: try Self.identifier($0), counts: states[$0] ?? [:], isPaused: paused.contains($0),
                    rules: rules[$0] ?? .usual, deployment: deployments[$0])
            }
        }
    }

    public func batch(_ name: BatchName) throws -> Batch? { try translatingErrors { try tables.batch(name) } }

    public func tags() throws -> [Tag] { try translatingErrors { try tables.tags() } }

    public func tag(_ id: TagID) throws -> Tag? { try translatingErrors { try tables.tag(id) } }

    public func tag(onChip uid: ChipUID) throws -> Tag? { try translatingErrors { try tables.tag(onChip: uid) } }

    public func formerCarriers() throws -> [FormerCarrier] { try translatingErrors { try tables.formerCarriers() } }

    public func formerCarrier(onChip uid: ChipUID) throws -> FormerCarrier? {
        try translatingErrors { try tables.formerCarrier(onChip: uid) }
    }

    public func tags(withURL url: String) throws -> [Tag] {
        try translatingErrors {
            try database.rows(
                Self.selectTag + " WHERE tags.url IN (?, ?) ORDER BY tags.batch, tags.row",
                [.text(url), .text(InvocationURL.carried(url))], Self.tag)
        }
    }

    public func templates() throws -> [StoreTemplate] {
        try translatingErrors {
            try database.rows(
                """
                SELECT template, deployment FROM batches WHERE template IS NOT NULL
                UNION SELECT template, name FROM deployments WHERE template IS NOT NULL ORDER BY 1, 2
                """
            ) { row in try StoreTemplate(row.text(0), of: row.optionalText(1).flatMap { DeploymentName($0) }) }
        }
    }
}

// MARK: - Reading rows

extension SQLiteRegistry {
    static var selectStore: String {
        "SELECT id, name, latitude, longitude, radius, address, roaming, place_latitude, place_longitude FROM stores"
    }

    static func store(_ row: borrowing ResultRow) throws -> Store {
        Store(
            id: try storeID(row.text(0)), name: row.text(1), region: try region(row), address: row.optionalText(5),
            isRoaming: row.integer(6) == 1, place: try coordinate(row, 7))
    }

    static var selectExperience: String {
        "SELECT url, title, subtitle, action, store, image, language, status, app, deployment FROM experiences"
    }

    static func experience(_ row: borrowing ResultRow) throws -> Experience {
        Experience(
            url: try InvocationURL(row.text(0)),
            card: try Card(title: row.text(1), subtitle: row.text(2), action: name(row.text(3))),
            store: try row.optionalText(4).map(identifier), image: row.optionalText(5), language: row.optionalText(6),
            status: try name(row.text(7)), app: row.optionalText(8), deployment: try row.optionalText(9).map(deployment)
        )
    }

    static var selectTag: String {
        """
        SELECT tags.id, batches.name, tags.store, tags.placement, tags.medium, tags.url, tags.state, tags.uid,
               tags.product, tags.written_url, tags.protection, tags.mirror, tags.genuineness, tags.key,
               tags.intended_key, tags.prints,
               tags.deployed_latitude, tags.deployed_longitude, tags.deployed_accuracy, tags.deployed_time
        FROM tags JOIN batches ON batches.number = tags.batch
        """
    }

    static func tag(_ row: borrowing ResultRow) throws -> Tag {
        Tag(
            id: try identifier(row.text(0)), batch: try identifier(row.text(1)), store: try storeID(row.text(2)),
            placement: row.text(3), medium: try name(row.text(4)), url: row.text(5), life: try life(row, from: 6),
            deployed: try deployed(row))
    }

    /// From the state to the number of labels, in ten columns.
    static func life(_ row: borrowing ResultRow, from column: Int32) throws -> TagLife {
        TagLife(
            state: try name(row.text(column)), uid: try row.optionalText(column + 1).map(uid),
            product: row.optionalText(column + 2), writtenURL: row.optionalText(column + 3),
            prints: Int(row.integer(column + 9)), protection: try row.optionalText(column + 4).map(name),
            mirror: try row.optionalText(column + 5).map(name),
            genuineness: try row.optionalText(column + 6).map(name),
            key: try row.optionalText(column + 7).map(keyName),
            intendedKey: try row.optionalText(column + 8).map(keyName))
    }

    /// Protection, mirror and genuineness, in three columns.
    static func rules(_ row: borrowing ResultRow, from column: Int32) throws -> BatchRules {
        BatchRules(
            protection: try name(row.text(column)), mirror: try row.optionalText(column + 1).map(name),
            genuineness: try name(row.text(column + 2)))
    }

    static func keyName(_ text: String) throws -> KeyName {
        guard let key = KeyName(text) else { throw damaged("the name of a key", text) }
        return key
    }

    private static func deployed(_ row: borrowing ResultRow) throws -> Deployed? {
        guard let position = try coordinate(row, 16), let accuracy = row.optionalReal(18) else { return nil }
        return Deployed(
            position: position, accuracy: accuracy, time: row.optionalText(19).flatMap { Timestamp(iso8601: $0) })
    }

    private static func coordinate(_ row: borrowing ResultRow, _ column: Int32) throws -> Coordinate? {
        guard let latitude = row.optionalReal(column), let longitude = row.optionalReal(column + 1) else { return nil }
        return try Coordinate(latitude: latitude, longitude: longitude)
    }

    static func uid(_ text: String) throws -> ChipUID {
        guard let uid = ChipUID(text) else { throw damaged("the UID of a chip", text) }
        return uid
    }

    private static func region(_ row: borrowing ResultRow) throws -> Region? {
        guard let latitude = row.optionalReal(2), let longitude = row.optionalReal(3),
            let radius = row.optionalReal(4)
        else { return nil }
        return try Region(centre: Coordinate(latitude: latitude, longitude: longitude), radius: radius)
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
