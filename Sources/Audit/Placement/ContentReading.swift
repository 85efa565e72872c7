internal import AppClips
internal import Registry

/// What a tag's content says about whose it is.
struct ContentReading: Sendable {
    enum Standing: Sendable, Equatable {
        /// A registered experience opens.
        case registered
        /// Whether one opens depends on what Apple leaves open.
        case ambiguous(Ambiguity, candidates: [InvocationURL])
        /// Our host, but nothing opens.
        case unregistered(host: String, reason: String)
        /// Not ours. `origin` groups what comes from the same hand: the host, or the whole content.
        case foreign(origin: String, reason: String)
    }

    let standing: Standing
    /// The store that the content names; it may be unknown.
    let store: StoreID?
    let tagID: TagID?
    /// The provisioned tag with this content or identifier.
    let tag: Tag?
}

/// Reads contents of tags.
struct ContentReader: Sendable {
    private let index: ExperienceIndex
    private let storesOfExperiences: [InvocationURL: StoreID]
    private let templates: [URLTemplate]
    private let tagsByURL: [String: Tag]
    private let tagsByID: [TagID: Tag]

    init(_ scope: AuditScope) {
        let active = scope.experiences.filter { $0.status == .active }
        index = ExperienceIndex(active.map(\.url))
        let stores = active.compactMap { experience in experience.store.map { (experience.url, $0) } }
        storesOfExperiences = Dictionary(stores) { first, _ in first }
        templates = scope.templates
        let tags = scope.tags ?? []
        tagsByURL = Dictionary(tags.map { ($0.url, $0) }) { first, _ in first }
        tagsByID = Dictionary(tags.map { ($0.id, $0) }) { first, _ in first }
    }

    func read(_ content: String) -> ContentReading {
        let values = templates.lazy.compactMap { $0.recover(from: content) }.first ?? [:]
        let planned = tagsByURL[content]
        var tagID = values["tag"].flatMap { TagID($0) }
        let tag = planned ?? tagID.flatMap { tagsByID[$0] }
        // One URL on many codes names none of them; one on a single provisioned tag names that one.
        if tagID == nil { tagID = planned?.id }
        let (standing, experienceStore) = standing(of: content)
        let store = values["store"].flatMap { StoreID($0) } ?? planned?.store ?? experienceStore
        return ContentReading(standing: standing, store: store, tagID: tagID, tag: tag)
    }

    private func standing(of content: String) -> (ContentReading.Standing, StoreID?) {
        let url: InvocationURL
        do {
            url = try InvocationURL(content)
        } catch {
            return (standing(ofBroken: content, error.reason), nil)
        }
        switch index.match(url) {
        case .match(let registered, _): return (.registered, storesOfExperiences[registered])
        case .ambiguous(let question, let candidates): return (.ambiguous(question, candidates: candidates), nil)
        case .noMatch(.noPrefix):
            return (.unregistered(host: url.host, reason: NoMatch.noPrefix.description), nil)
        case .noMatch(let reason):
            return (.foreign(origin: url.host, reason: reason.description), nil)
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
