internal import AppClips
internal import Faults
internal import Geodesy
internal import Registry

/// Reads contents of tags.
struct ContentReader: Sendable {
    let index: ExperienceIndex
    let retired: ExperienceIndex?
    let storesOfExperiences: [InvocationURL: StoreID]
    let templates: [StoreTemplate]
    private let directory: StoreDirectory
    private let owners: [InvocationURL: DeploymentName]
    /// By position among the index' certain URLs: whether the first template is the one to read what this experience
    /// answers for.
    let isReadByFirst: [Bool]
    /// Whether a store may be named by a position: then the experience alone does not say which one is meant.
    let namesPositions: Bool
    /// Nil when the first template cannot be read without decoding.
    let fastTemplate: FastTemplate?
    /// What the first template's URLs begin with, when it says which experience they open.
    let usualPrefix: FastPrefix?
    private let hasOneDeployment: Bool
    /// Bundle identifiers of our App Clips.
    private let bundles: Set<String>
    private let located: [StoreID]
    private let regions: RegionIndex
    let planned: PlannedTags

    init(_ scope: AuditScope, planned: PlannedTags) {
        let active = scope.experiences.filter { $0.status == .active }
        index = ExperienceIndex(active.map(\.url))
        let old = scope.experiences.filter { $0.status == .retired }
        retired = old.isEmpty ? nil : ExperienceIndex(old.map(\.url))
        let directory = StoreDirectory(scope.stores.map(\.id))
        self.directory = directory
        let named = scope.experiences.compactMap { experience in
            directory.store(of: experience).map { (experience.url, $0) }
        }
        storesOfExperiences = Dictionary(named) { first, _ in first }
        let owned = scope.experiences.compactMap { experience in experience.deployment.map { (experience.url, $0) } }
        let owners = Dictionary(owned) { first, _ in first }
        self.owners = owners
        templates = scope.templates
        let deployments = Set(scope.templates.map(\.deployment))
        hasOneDeployment = deployments.count <= 1
        let first = scope.templates.first
        isReadByFirst = index.certainURLs.map { url in
            let owner = owners[url]
            return owner == nil || owner == first?.deployment || !deployments.contains(owner)
        }
        let fastTemplate = first.flatMap { FastTemplate($0.template, isOnly: scope.templates.count == 1) }
        self.fastTemplate = fastTemplate
        let usualPrefix = fastTemplate.flatMap { [index] in FastPrefix($0, index) }
        self.usualPrefix = usualPrefix.flatMap { [isReadByFirst] in isReadByFirst[$0.experience] ? $0 : nil }
        // Only a content that names a position asks for the stores around it.
        namesPositions = templates.contains { !LocationText.variables.isDisjoint(with: $0.template.variables) }
        let stores = namesPositions ? scope.stores.filter { $0.region != nil } : []
        located = stores.map(\.id)
        regions = RegionIndex(stores.compactMap(\.region))
        self.planned = planned
        bundles = Set(scope.apps.map(DeploymentProfile.bundle))
    }

    func read(_ found: String) -> ContentReading {
        // A chip or a code of before, or of another tool, may hold characters outside ASCII as they are.
        let content = InvocationURL.carried(found)
        let values = values(of: content)
        let own = planned.position(url: content)
        var tagID = values.tag.flatMap { TagID($0) }
        let position = own ?? tagID.flatMap { planned.position(id: $0) }
        // One URL on many codes names none of them; one on a single provisioned tag names that one.
        if tagID == nil, let own, planned.isOnly(own) { tagID = planned.tags[own].id }
        let (standing, retired, experienceStore) = standing(of: content)
        let store =
            store(named: values.store, from: values.deployment, own) ?? own.map { planned.tags[$0].store }
            ?? store(from: values, orOf: experienceStore)
        return ContentReading(
            standing: standing, retired: retired, store: store, tagID: tagID, tag: position.map { planned.tags[$0] },
            tagPosition: position)
    }

    /// What a template reads from a content.
    private struct Values {
        var store: String?
        var tag: String?
        /// The deployment whose stores are named.
        var deployment: DeploymentName?
        /// Any other variable is only asked for where none names the store.
        var others: [String: String] = [:]
    }

    /// What the template that fits best reads from a content.
    private func values(of content: String) -> Values {
        let bytes = content.utf8Span.span
        if hasOneDeployment, let fields = fastTemplate?.fields(in: bytes, 0..<bytes.count), let store = fields.store {
            let name = RowFields.text(bytes, store)
            if StoreID(name) != nil {
                return Values(
                    store: name, tag: fields.tag.map { RowFields.text(bytes, $0) },
                    deployment: templates.first?.deployment)
            }
        }
        let reading = templates.reading(of: content, owner: owner(of: content))
        let values = reading?.values ?? [:]
        return Values(store: values["store"], tag: values["tag"], deployment: reading?.deployment, others: values)
    }

    /// The deployment whose experience answers for a content.
    private func owner(of content: String) -> DeploymentName? {
        guard let url = try? InvocationURL(content), case .match(let registered, _) = index.match(url) else {
            return nil
        }
        return owners[registered]
    }

    /// The store that a content names. Where a provisioned tag has this content, the name means that tag's store.
    private func store(named text: String?, from deployment: DeploymentName?, _ own: Int?) -> StoreID? {
        guard let name = text.flatMap({ StoreName($0) }) else { return nil }
        if let store = own.map({ planned.tags[$0].store }), store.name == name { return store }
        return directory.store(name, from: deployment) ?? StoreID(name, of: deployment)
    }

    /// The store of a content that names none that can be: by its position, or else that of its experience. A value in
    /// the place of a store's name that cannot be one means no store at all.
    private func store(from values: Values, orOf experienceStore: StoreID?) -> StoreID? {
        guard values.store == nil else { return nil }
        return LocationText.variables.isDisjoint(with: values.others.keys)
            ? experienceStore : store(at: values.others, from: values.deployment)
    }

    /// The one store whose region holds the position that a content names.
    private func store(at values: [String: String], from deployment: DeploymentName?) -> StoreID? {
        guard let position = LocationText.position(values) else { return nil }
        let all = regions.containing(position)
        let hits = deployment == nil ? all : all.filter { [deployment, nil].contains(located[$0.index].deployment) }
        return hits.count == 1 ? located[hits[0].index] : nil
    }

    private func standing(of content: String) -> (ContentReading.Standing, InvocationURL?, StoreID?) {
        let bytes = content.utf8Span.span
        if retired == nil, let position = index.fastMatch(bytes, 0..<bytes.count) {
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
        case .noMatch(.defaultLink): return (standing(ofDefaultLink: url), nil, nil)
        case .noMatch(let reason):
            let store = old.flatMap { storesOfExperiences[$0] }
            guard reason == .noPrefix || old != nil else {
                return (.foreign(origin: url.host, reason: reason.description), nil, nil)
            }
            return (.unregistered(host: url.host, reason: reason.description), old, store)
        }
    }

    /// A default link opens the App Clip that it names.
    private func standing(ofDefaultLink url: InvocationURL) -> ContentReading.Standing {
        guard case .standard(let bundle) = AppleLink(url), !bundles.isEmpty else {
            return .foreign(origin: url.host, reason: NoMatch.defaultLink.description)
        }
        if bundles.contains(bundle) { return .registered }
        return .foreign(
            origin: "the App Clip \(bundle)", reason: "it is Apple's default link of another company's App Clip")
    }

    /// Content that is not a URL may still begin with our host.
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
