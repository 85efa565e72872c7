internal import AppClips
internal import Geodesy
internal import Registry

/// Reads contents of tags.
struct ContentReader: Sendable {
    let index: ExperienceIndex
    let retired: ExperienceIndex?
    let storesOfExperiences: [InvocationURL: StoreID]
    let templates: [URLTemplate]
    /// Nil when the first template cannot be read without decoding.
    let quickTemplate: QuickTemplate?
    /// What the first template's URLs begin with, when it says which experience they open.
    let usualPrefix: PlainPrefix?
    private let located: [StoreID]
    private let regions: RegionIndex
    let planned: PlannedTags

    init(_ scope: AuditScope, planned: PlannedTags) {
        let active = scope.experiences.filter { $0.status == .active }
        index = ExperienceIndex(active.map(\.url))
        let old = scope.experiences.filter { $0.status == .retired }
        retired = old.isEmpty ? nil : ExperienceIndex(old.map(\.url))
        let named = scope.experiences.compactMap { experience in experience.store.map { (experience.url, $0) } }
        storesOfExperiences = Dictionary(named) { first, _ in first }
        templates = scope.templates
        let quickTemplate = scope.templates.first.flatMap { QuickTemplate($0) }
        self.quickTemplate = quickTemplate
        usualPrefix = quickTemplate.flatMap { [index] in PlainPrefix($0, index) }
        // Only a content that names a position asks for the stores around it.
        let namesPositions = templates.contains { LocationText.variables.isSubset(of: $0.variables) }
        let stores = namesPositions ? scope.stores.filter { $0.region != nil } : []
        located = stores.map(\.id)
        regions = RegionIndex(stores.compactMap(\.region))
        self.planned = planned
    }

    func read(_ content: String) -> ContentReading {
        let values = values(of: content)
        let own = planned.position(url: content)
        var tagID = values.tag.flatMap { TagID($0) }
        let position = own ?? tagID.flatMap { planned.position(id: $0) }
        // One URL on many codes names none of them; one on a single provisioned tag names that one.
        if tagID == nil, let own, planned.isOnly(own) { tagID = planned.tags[own].id }
        let (standing, retired, experienceStore) = standing(of: content)
        let store =
            values.store.flatMap { StoreID($0) } ?? own.map { planned.tags[$0].store }
            ?? store(at: values.others) ?? experienceStore
        return ContentReading(
            standing: standing, retired: retired, store: store, tagID: tagID, tag: position.map { planned.tags[$0] },
            tagPosition: position)
    }

    /// What a template reads from a content.
    private struct Values {
        var store: String?
        var tag: String?
        /// Any other variable is only asked for where none names the store.
        var others: [String: String] = [:]
    }

    /// What the first template that fits reads from a content.
    private func values(of content: String) -> Values {
        let bytes = content.utf8Span.span
        if let fields = quickTemplate?.fields(in: bytes, 0..<bytes.count), let store = fields.store {
            let name = RowFields.text(bytes, store)
            if StoreID(name) != nil { return Values(store: name, tag: fields.tag.map { RowFields.text(bytes, $0) }) }
        }
        let values = templates.lazy.compactMap { $0.recover(from: content) }.first ?? [:]
        return Values(store: values["store"], tag: values["tag"], others: values)
    }

    /// The one store whose region holds the position that a content names.
    private func store(at values: [String: String]) -> StoreID? {
        guard let position = LocationText.position(values) else { return nil }
        let hits = regions.containing(position)
        return hits.count == 1 ? located[hits[0].index] : nil
    }

    private func standing(of content: String) -> (ContentReading.Standing, InvocationURL?, StoreID?) {
        let bytes = content.utf8Span.span
        if retired == nil, let position = index.certainMatch(bytes, 0..<bytes.count) {
            return (.registered, nil, storesOfExperiences[index.certainURL(position)])
        }
        let url: InvocationURL
        do {
            url = try InvocationURL(content)
        } catch {
            return (standing(ofBroken: content, error.reason), nil, nil)
        }
        let match = index.match(url)
        var old: InvocationURL?
        if case .match(let registered, _) = retired?.match(url) { old = registered }
        switch match {
        case .match(let registered, _):
            // The longer one counts: it was made for this URL.
            if let other = old, other.bytes.count <= registered.bytes.count { old = nil }
            return (.registered, old, storesOfExperiences[old ?? registered])
        case .ambiguous(let question, let candidates):
            return (.ambiguous(question, candidates: candidates), old, old.flatMap { storesOfExperiences[$0] })
        case .noMatch(.notWeb):
            return (.foreign(origin: url.host, reason: NoMatch.notWeb.description), nil, nil)
        case .noMatch(let reason):
            let store = old.flatMap { storesOfExperiences[$0] }
            guard reason == .noPrefix || old != nil else {
                return (.foreign(origin: url.host, reason: reason.description), nil, nil)
            }
            return (.unregistered(host: url.host, reason: reason.description), old, store)
        }
    }

    /// Content that is no URL may still begin with our host.
    private func standing(ofBroken content: String, _ reason: String) -> ContentReading.Standing {
        let separator = "://"
        let start = content.utf8.indices.first { content.utf8[$0...].starts(with: separator.utf8) }
        guard let start else { return .foreign(origin: String(content.prefix(80)), reason: reason) }
        let hostStart = content.utf8.index(start, offsetBy: separator.utf8.count)
        let hostEnd = content.utf8[hostStart...].firstIndex { "/?#".utf8.contains($0) } ?? content.utf8.endIndex
        guard let root = try? InvocationURL(String(content[..<hostEnd])) else {
            return .foreign(origin: String(content.prefix(80)), reason: reason)
        }
        if case .noMatch(let why) = index.match(root), why != .noPrefix {
            return .foreign(origin: root.host, reason: reason)
        }
        return .unregistered(host: root.host, reason: reason)
    }
}
