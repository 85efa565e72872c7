internal import Chips
internal import PostgreSQL
package import Registry

/// The registry's lists, a page at a time.
extension HubRegistry: RegistryQueries {
    package func stores(_ filter: StoreFilter, _ page: PageRequest) throws -> [Store] {
        var conditions = RowConditions()
        conditions.add("key > $", ifAny: page.after)
        conditions.add(store: nil, of: filter.deployment, in: "key")
        conditions.add(text: filter.text, in: "split_part(key, E'\\n', 1)", "name", "address")
        return try rows(conditions, "SELECT \(Columns.ofStore) FROM stores", by: "key", page) { try $0.readStore() }
    }

    package func store(_ id: StoreID) throws -> Store? { try read { try HubTables(reading: $0, of: chain).store(id) } }

    package func experiences(_ filter: ExperienceFilter, _ page: PageRequest) throws -> [Experience] {
        var conditions = RowConditions()
        conditions.add("url > $", ifAny: page.after)
        conditions.add("store = $", ifAny: filter.store?.text)
        conditions.add("deployment = $", ifAny: filter.deployment?.text)
        conditions.add("status = $", ifAny: filter.status?.rawValue)
        conditions.add(text: filter.text, in: "url", "title", "subtitle")
        return try rows(conditions, "SELECT \(Columns.ofExperience) FROM experiences", by: "url", page) {
            try $0.readExperience()
        }
    }

    package func tags(_ filter: TagFilter, _ page: PageRequest) throws -> [Tag] {
        var conditions = RowConditions()
        conditions.add("tags.id > $", ifAny: page.after)
        conditions.add("tags.batch = (SELECT number FROM batches WHERE name = $)", ifAny: filter.batch?.text)
        conditions.add(store: filter.store, of: filter.deployment, in: "tags.store")
        conditions.add("tags.state = $", ifAny: filter.state?.rawValue)
        conditions.add("tags.medium = $", ifAny: filter.medium?.rawValue)
        conditions.add("tags.uid = $", ifAny: filter.uid?.hexadecimal)
        if let url = filter.url {
            conditions.add(
                "\(HubSchema.digest("tags.url")) = \(HubSchema.digest("$")) AND tags.url = $", .kept(url), .kept(url))
        }
        if let isCommissioned = filter.isCommissioned {
            conditions.add(
                isCommissioned
                    ? "tags.deployed_latitude IS NOT NULL"
                    : "tags.deployed_latitude IS NULL AND tags.state <> 'retired'")
        }
        conditions.add(text: filter.text, in: "tags.id", "tags.placement")
        return try rows(conditions, Columns.selectTag, by: "tags.id", page) { try $0.readTag() }
    }

    package func findings(_ filter: FindingFilter, _ page: PageRequest) throws -> [KeptFinding] {
        var conditions = RowConditions()
        conditions.add("state = ANY($)", .texts(filter.states.map(\.rawValue)))
        if let after = page.after { conditions.add("number > $", .integer(Int64(after) ?? .max)) }
        conditions.add("code = $", ifAny: filter.code)
        conditions.add("severity = $", ifAny: filter.severity)
        conditions.add(
            store: filter.store.flatMap { StoreName($0) }, of: filter.deployment, in: #"(value COLLATE "C")"#,
            where: { "EXISTS (SELECT 1 FROM json_array_elements_text(findings.stores::json) AS value WHERE \($0))" })
        return try rows(conditions, HubTables.selectFinding, by: "number", page) { try HubTables.finding(&$0).kept }
    }

    package func journal(_ filter: JournalFilter, _ page: PageRequest) throws -> [JournalEntry] {
        var conditions = RowConditions()
        conditions.add("chain = $", .bytes(chain.bytes))
        if let after = page.after {
            conditions.add("sequence \(filter.newestFirst ? "<" : ">") $", .integer(Int64(after) ?? 0))
        }
        if let from = filter.from { conditions.add("sequence >= $", .integer(from)) }
        conditions.add("kind = $", ifAny: filter.kind?.rawValue)
        if let tag = filter.tag?.text { conditions.add(Self.concerns("$"), .kept(tag), .kept(tag)) }
        conditions.add("actor = $", ifAny: filter.actor)
        if let since = filter.since { conditions.add("time >= $", .time(since)) }
        if let until = filter.until { conditions.add("time < $", .time(until)) }
        conditions.add(text: filter.text, in: "payload")
        return try rows(
            conditions, Self.selectEntry, by: "sequence", descending: filter.newestFirst, page
        ) { try $0.readEntry() }
    }

    private func rows<Element>(
        _ conditions: RowConditions, _ select: String, by key: String, descending: Bool = false, _ page: PageRequest,
        as read: (inout Columns) throws -> Element
    ) throws -> [Element] {
        let (statement, values) = conditions.query(select, by: key, descending: descending, limit: page.limit)
        return try self.read { try $0.all(statement, values, as: read) }
    }
}
