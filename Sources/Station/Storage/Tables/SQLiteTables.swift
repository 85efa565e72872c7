internal import AppClips
internal import Geodesy
internal import Registry

/// The registry's tables in SQLite: rows in and out. What events do to them is the domain's.
struct SQLiteTables: RegistryTables {
    let database: Database
    /// The batch that is being taken in, if one is.
    var staged: StagedBatch?
    /// What an event changes of plans, for an event that may.
    var plans: PlanChanges?

    init(database: Database, staged: StagedBatch? = nil, plans: PlanChanges? = nil) {
        self.database = database
        self.staged = staged
        self.plans = plans
    }

    func stores() throws -> [Store] {
        try database.rows(SQLiteRegistry.selectStore + " ORDER BY id", [], as: SQLiteRegistry.store)
    }

    func store(_ id: StoreID) throws -> Store? {
        try database.rows(SQLiteRegistry.selectStore + " WHERE id = ?", [.text(id.key)], as: SQLiteRegistry.store).first
    }

    /// Notes which contents have to be judged again.
    func note(_ change: Rejudging) throws { try JudgedTable(database).note(change) }

    func put(_ store: Store) throws {
        try note(Rejudging(try self.store(store.id), store))
        try database.run(
            "INSERT INTO stores VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET "
                + "name = excluded.name, "
                + "latitude = excluded.latitude, longitude = excluded.longitude, radius = excluded.radius, "
                + "address = excluded.address, roaming = excluded.roaming, "
                + "place_latitude = excluded.place_latitude, place_longitude = excluded.place_longitude",
            [
                .text(store.id.key), .text(store.name), .optional(store.region?.centre.latitude),
                .optional(store.region?.centre.longitude), .optional(store.region?.radius), .optional(store.address),
                .integer(store.isRoaming ? 1 : 0), .optional(store.place?.latitude), .optional(store.place?.longitude),
            ])
    }

    func remove(_ store: StoreID) throws {
        try note(Rejudging(try self.store(store), nil))
        try database.run("DELETE FROM stores WHERE id = ?", [.text(store.key)])
    }

    func experiences() throws -> [Experience] {
        try database.rows(SQLiteRegistry.selectExperience + " ORDER BY url", [], as: SQLiteRegistry.experience)
    }

    func experience(_ url: String) throws -> Experience? {
        try database.rows(
            SQLiteRegistry.selectExperience + " WHERE url = ?", [.text(url)], as: SQLiteRegistry.experience
        ).first
    }

    func put(_ experience: Experience) throws {
        try note(Rejudging(try self.experience(experience.url.text), experience))
        try database.run(
            "INSERT OR REPLACE INTO experiences VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                .text(experience.url.text), .text(experience.card.title), .text(experience.card.subtitle),
                .text(experience.card.action.rawValue), .optional(experience.store?.text), .optional(experience.image),
                .optional(experience.language), .text(experience.status.rawValue),
                .optional(experience.app), .optional(experience.deployment?.text),
            ])
    }

    func removeExperience(_ url: String) throws {
        try note(Rejudging(try experience(url), nil))
        try database.run("DELETE FROM experiences WHERE url = ?", [.text(url)])
    }

    func put(_ profile: DeploymentProfile) throws {
        try note(Rejudging(try profiles().first { $0.name == profile.name }, profile))
        try database.run(
            "INSERT OR REPLACE INTO deployments VALUES (?, ?, ?)",
            [.text(profile.name), .optional(profile.template), .text(try profile.json)])
    }

    func readers() throws -> [ReaderRecord] {
        try database.rows("SELECT name, connection FROM readers ORDER BY name") { row in
            ReaderRecord(name: try SQLiteRegistry.identifier(row.text("name")), connection: row.text("connection"))
        }
    }

    func put(_ reader: ReaderRecord) throws {
        try database.run(
            "INSERT OR REPLACE INTO readers VALUES (?, ?)", [.text(reader.name.text), .text(reader.connection)])
    }

    func remove(_ reader: ReaderName) throws {
        try database.run("DELETE FROM readers WHERE name = ?", [.text(reader.text)])
    }
}
