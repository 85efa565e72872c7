internal import Chips
package import Registry

/// The registry's lists, a page at a time.
extension SQLiteRegistry: RegistryQueries {
    package func stores(_ filter: StoreFilter, _ page: PageRequest) throws -> [Store] {
        try translatingErrors {
            var selection = QueryConditions()
            selection.add("id > ?", ifAny: page.after)
            selection.add(store: nil, of: filter.deployment, in: "id")
            selection.add(text: filter.text, in: Self.storeName, "name", "address")
            return try selection.rows(of: database, Self.selectStore, by: "id", limit: page.limit, as: Self.store)
        }
    }

    package func store(_ id: StoreID) throws -> Store? {
        try translatingErrors {
            try tables.store(id)
        }
    }

    package func experiences(_ filter: ExperienceFilter, _ page: PageRequest) throws -> [Experience] {
        try translatingErrors {
            var selection = QueryConditions()
            selection.add("url > ?", ifAny: page.after)
            selection.add("store = ?", ifAny: filter.store?.text)
            selection.add("deployment = ?", ifAny: filter.deployment?.text)
            selection.add("status = ?", ifAny: filter.status?.rawValue)
            selection.add(text: filter.text, in: "url", "title", "subtitle")
            return try selection.rows(
                of: database, Self.selectExperience, by: "url", limit: page.limit, as: Self.experience)
        }
    }

    package func tags(_ filter: TagFilter, _ page: PageRequest) throws -> [Tag] {
        try translatingErrors {
            var selection = QueryConditions()
            selection.add("tags.id > ?", ifAny: page.after)
            selection.add("tags.batch = (SELECT number FROM batches WHERE name = ?)", ifAny: filter.batch?.text)
            selection.add(store: filter.store, of: filter.deployment, in: "tags.store")
            selection.add("tags.state = ?", ifAny: filter.state?.rawValue)
            selection.add("tags.medium = ?", ifAny: filter.medium?.rawValue)
            selection.add("tags.uid = ?", ifAny: filter.uid?.hexadecimal)
            selection.add("tags.url = ?", ifAny: filter.url)
            if let isCommissioned = filter.isCommissioned {
                selection.add(
                    isCommissioned
                        ? "tags.deployed_latitude IS NOT NULL"
                        : "tags.deployed_latitude IS NULL AND tags.state <> 'retired'")
            }
            selection.add(text: filter.text, in: "tags.id", "tags.placement")
            return try selection.rows(of: database, Self.selectTag, by: "tags.id", limit: page.limit, as: Self.tag)
        }
    }

    package func findings(_ filter: FindingFilter, _ page: PageRequest) throws -> [KeptFinding] {
        try translatingErrors {
            var selection = QueryConditions()
            let states = filter.states.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")
            selection.add("state IN (\(states))")
            if let after = page.after { selection.add("number > ?", .integer(Int64(after) ?? .max)) }
            selection.add("code = ?", ifAny: filter.code)
            selection.add("severity = ?", ifAny: filter.severity)
            selection.add(
                store: filter.store.flatMap { StoreName($0) }, of: filter.deployment, in: "value",
                where: { "EXISTS (SELECT 1 FROM json_each(findings.stores) WHERE \($0))" })
            return try selection.rows(
                of: database, SQLiteTables.selectFinding, by: "number", limit: page.limit, as: SQLiteTables.finding
            ).map(\.kept)
        }
    }

    package func journal(_ filter: JournalFilter, _ page: PageRequest) throws -> [JournalEntry] {
        try translatingErrors {
            var selection = QueryConditions()
            if let after = page.after {
                selection.add("sequence \(filter.newestFirst ? "<" : ">") ?", .integer(Int64(after) ?? 0))
            }
            if let from = filter.from { selection.add("sequence >= ?", .integer(from)) }
            selection.add("kind = ?", ifAny: filter.kind?.rawValue)
            if let tag = filter.tag?.text {
                selection.add("(\(Self.namesTag) OR (\(Self.isSheetWithTag)))", .text(tag), .text(tag))
            }
            selection.add("actor = ?", ifAny: filter.actor)
            selection.add("time >= ?", ifAny: filter.since?.iso8601)
            selection.add("time < ?", ifAny: filter.until?.iso8601)
            selection.add(text: filter.text, in: "payload")
            return try selection.rows(
                of: database, Self.selectEntry, by: "sequence", descending: filter.newestFirst, limit: page.limit,
                as: Self.entry)
        }
    }

    /// The identifier in a store's key.
    private static var storeName: String { "substr(id, 1, instr(id || char(10), char(10)) - 1)" }
}
