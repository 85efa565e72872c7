internal import AppClips
internal import FoundationEssentials
internal import Geodesy
internal import PostgreSQL
internal import Registry
internal import Storage

/// The registry's tables in PostgreSQL: rows in and out. What events do to them is the domain's.
struct HubTables: RegistryTables {
    let connection: PostgresConnection
    let work: HubWork

    init(_ connection: PostgresConnection, work: HubWork) {
        self.connection = connection
        self.work = work
    }

    /// For looking only.
    init(reading connection: PostgresConnection, of chain: ChainName) {
        self.init(connection, work: HubWork(after: 0, of: chain, isShared: false))
    }

    func stores() throws -> [Store] {
        try connection.all("SELECT \(Columns.ofStore) FROM stores ORDER BY key") { try $0.readStore() }
    }

    func store(_ id: StoreID) throws -> Store? {
        try connection.all("SELECT \(Columns.ofStore) FROM stores WHERE key = $1", [.kept(id.key)]) {
            try $0.readStore()
        }.first
    }

    func put(_ store: Store) throws {
        work.note(Rejudging(try self.store(store.id), store))
        try connection.put(
            Columns.ofStore, into: "stores", rewritingSame: false,
            [
                .kept(store.id.key), .kept(store.name), .optional(store.region?.centre.latitude),
                .optional(store.region?.centre.longitude), .optional(store.region?.radius), .optional(store.address),
                .bool(store.isRoaming), .optional(store.place?.latitude), .optional(store.place?.longitude),
            ])
    }

    func remove(_ store: StoreID) throws {
        work.note(Rejudging(try self.store(store), nil))
        try connection.change("DELETE FROM stores WHERE key = $1", [.kept(store.key)])
    }

    func experiences() throws -> [Experience] {
        try connection.all("SELECT \(Columns.ofExperience) FROM experiences ORDER BY url") { try $0.readExperience() }
    }

    func experience(_ url: String) throws -> Experience? {
        try connection.all("SELECT \(Columns.ofExperience) FROM experiences WHERE \(Self.isURL)", [.kept(url)]) {
            try $0.readExperience()
        }.first
    }

    func put(_ experience: Experience) throws {
        let known = try self.experience(experience.url.text)
        work.note(Rejudging(known, experience))
        if known?.status == .active, experience.status != .active { try renewExperiences() }
        try connection.put(
            Columns.ofExperience, into: "experiences", key: HubSchema.digest("url"), rewritingSame: false,
            [
                .kept(experience.url.text), .kept(experience.card.title), .kept(experience.card.subtitle),
                .kept(experience.card.action.rawValue), .optional(experience.store?.text), .optional(experience.image),
                .optional(experience.language), .kept(experience.status.rawValue), .optional(experience.app),
                .optional(experience.deployment?.text),
            ])
    }

    func removeExperience(_ url: String) throws {
        let known = try experience(url)
        work.note(Rejudging(known, nil))
        try connection.change("DELETE FROM experiences WHERE \(Self.isURL)", [.kept(url)])
        if known?.status == .active { try renewExperiences() }
    }

    /// Where one opens no more, URLs may open others, which have not changed: stations look for what was written since
    /// they asked last, see ``DocumentMoment``.
    private func renewExperiences() throws {
        guard !work.hasRenewedExperiences else { return }
        try connection.change(
            "UPDATE experiences SET status = status WHERE status = $1", [.kept(Experience.Status.active.rawValue)])
        work.hasRenewedExperiences = true
    }

    /// A URL may be longer than an entry of an index.
    private static let isURL = "\(HubSchema.digest("url")) = \(HubSchema.digest("$1")) AND url = $1"

    func profiles() throws -> [DeploymentProfile] {
        try connection.all("SELECT profile FROM deployments ORDER BY name") { columns in
            let text = try columns.text()
            guard let profile = try? JSONDecoder().decode(DeploymentProfile.self, from: Data(text.utf8)) else {
                throw RegistryError.unreadable("a deployment", text)
            }
            return profile
        }
    }

    func put(_ profile: DeploymentProfile) throws {
        work.note(Rejudging(try profiles().first { $0.name == profile.name }, profile))
        try connection.put(
            "name, template, profile", into: "deployments", rewritingSame: false,
            [.kept(profile.name), .optional(profile.template), .kept(try profile.json)])
    }

    func readers() throws -> [ReaderRecord] {
        try connection.all("SELECT name, connection FROM readers ORDER BY name") {
            ReaderRecord(name: try $0.identifier(), connection: try $0.text())
        }
    }

    func put(_ reader: ReaderRecord) throws {
        try connection.put("name, connection", into: "readers", [.kept(reader.name.text), .kept(reader.connection)])
    }

    func remove(_ reader: ReaderName) throws {
        try connection.change("DELETE FROM readers WHERE name = $1", [.kept(reader.text)])
    }
}

extension PostgresConnection {
    /// Adds a row, or replaces the one with its key, which is the first column unless another one is named. Without
    /// `rewritingSame` a row that is to be what it is already stays the one of its former transaction.
    func put(
        _ columns: String, into table: String, key: String? = nil, rewritingSame: Bool = true,
        _ values: [PostgresValue]
    ) throws {
        let names = columns.split(separator: ",").map { $0.drop { $0 == " " } }
        let places = (1...names.count).map { "$\($0)" }.joined(separator: ", ")
        let changes = names.dropFirst().map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        func row(of source: String) -> String {
            "ROW(" + names.dropFirst().map { "\(source).\($0)" }.joined(separator: ", ") + ")::record"
        }
        // Byte by byte: to other operators 0 and -0 are the same.
        let condition = rewritingSame ? "" : "WHERE \(row(of: table)) *<> \(row(of: "excluded"))"
        try change(
            """
            INSERT INTO \(table) (\(columns)) VALUES (\(places)) ON CONFLICT (\(key ?? String(names[0])))
            DO UPDATE SET \(changes) \(condition)
            """, values)
    }
}
