import AppClips
import Registry

extension MemoryRegistry: RegistryQueries {
    package func stores(_ filter: StoreFilter, _ page: PageRequest) -> [Store] {
        let found = read { $0.stores() }.filter { store in
            isWanted(store.id.deployment, filter.deployment)
                && isFound(filter.text, in: [store.id.text, store.name, store.address])
        }
        return found.page(page, by: \.id.key)
    }

    package func store(_ id: StoreID) -> Store? { read { $0.store(id) } }

    package func experiences(_ filter: ExperienceFilter, _ page: PageRequest) -> [Experience] {
        let found = read { $0.experiences() }.filter { experience in
            isWanted(experience.store?.name, filter.store) && isWanted(experience.deployment, filter.deployment)
                && isWanted(experience.status, filter.status)
                && isFound(filter.text, in: [experience.url.text, experience.card.title, experience.card.subtitle])
        }
        return found.page(page, by: \.url.text)
    }

    package func tags(_ filter: TagFilter, _ page: PageRequest) -> [Tag] {
        let found = read { $0.tags() }.filter { tag in
            guard isWanted(tag.batch, filter.batch), isWanted(tag.store.name, filter.store),
                isWanted(tag.store.deployment, filter.deployment), isWanted(tag.state, filter.state),
                isWanted(tag.medium, filter.medium), isWanted(tag.uid, filter.uid), isWanted(tag.url, filter.url),
                isWanted(tag.deployed != nil, filter.isCommissioned),
                filter.isCommissioned != false || tag.state != .retired
            else { return false }
            return isFound(filter.text, in: [tag.id.text, tag.placement])
        }
        return found.sorted { $0.id.text.utf8 < $1.id.text.utf8 }.page(page, by: \.id.text)
    }

    package func findings(_ filter: FindingFilter, _ page: PageRequest) -> [KeptFinding] {
        let after = page.after.map { Int64($0) ?? .max } ?? 0
        let isOfAnyStore = filter.store == nil && filter.deployment == nil
        let found = read { $0.findings() }.filter { finding in
            guard finding.number > after, filter.states.contains(finding.state), isWanted(finding.code, filter.code),
                isWanted(finding.severity, filter.severity)
            else { return false }
            return isOfAnyStore
                || finding.stores.contains { store in
                    isWanted(store.text, filter.store) && isWanted(store.deployment, filter.deployment)
                }
        }
        return found.prefix(page.limit).map(\.kept)
    }

    package func journal(_ filter: JournalFilter, _ page: PageRequest) -> [JournalEntry] {
        let after = page.after.map { Int64($0) ?? 0 }
        let found = read { $0.journal }.filter { entry in
            guard entry.sequence >= filter.from ?? 1, isWanted(entry.kind, filter.kind?.rawValue),
                isWanted(entry.author.actor, filter.actor), filter.since.map({ entry.time >= $0 }) ?? true,
                filter.until.map({ entry.time < $0 }) ?? true, filter.tag.map({ entry.concerns($0) }) ?? true
            else { return false }
            guard let after else { return isFound(filter.text, in: [entry.payload]) }
            let isAhead = filter.newestFirst ? entry.sequence < after : entry.sequence > after
            return isAhead && isFound(filter.text, in: [entry.payload])
        }
        return Array((filter.newestFirst ? found.reversed() : found).prefix(page.limit))
    }

    package func batch(summary name: BatchName) -> BatchSummary? {
        read { tables in tables.head(name).map { tables.summary(of: $0) } }
    }

    package func batch(head name: BatchName) -> Batch? { read { $0.head(name) } }
}

/// What is nil does not matter.
private func isWanted<Value: Equatable>(_ value: Value?, _ wanted: Value?) -> Bool { wanted == nil || value == wanted }

/// The text is in one of the fields, letters of ASCII in any case.
private func isFound(_ text: String?, in fields: [String?]) -> Bool {
    guard let text, !text.isEmpty else { return true }
    func folded(_ text: String) -> [UInt8] { text.utf8.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 } }
    return fields.contains { field in field.map { folded($0).contains(folded(text)) } ?? false }
}

extension Array {
    /// From a page's beginning to its end.
    fileprivate func page(_ page: PageRequest, by key: (Element) -> String) -> [Element] {
        let rest = filter { element in page.after.map { $0.utf8 < key(element).utf8 } ?? true }
        return Array(rest.prefix(page.limit))
    }
}
