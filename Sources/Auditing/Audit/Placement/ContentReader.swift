internal import AppClips
internal import AuditLedger
internal import Registry

/// Reads contents of tags.
struct ContentReader: Sendable {
    let finder: StoreFinder
    let templates: [StoreTemplate]
    /// By position among the index' certain URLs: whether the first template is the one to read what this experience
    /// answers for.
    let isReadByFirst: [Bool]
    /// Nil when the first template cannot be read without decoding.
    let fastTemplate: FastTemplate?
    /// What the first template's URLs begin with, when it says which experience they open.
    let usualPrefix: FastPrefix?
    private let hasOneDeployment: Bool
    let planned: PlannedTags

    init(_ scope: AuditScope, planned: PlannedTags) {
        let experiences = ExperienceFinder(scope.experiences, apps: scope.apps)
        finder = StoreFinder(stores: scope.stores, templates: scope.templates, experiences: experiences)
        templates = scope.templates
        let deployments = Set(scope.templates.map(\.deployment))
        hasOneDeployment = deployments.count <= 1
        let first = scope.templates.first
        isReadByFirst = experiences.index.certainURLs.map { url in
            let owner = experiences[url]?.deployment
            return owner == nil || owner == first?.deployment || !deployments.contains(owner)
        }
        let fastTemplate = first.flatMap { FastTemplate($0.template, isOnly: scope.templates.count == 1) }
        self.fastTemplate = fastTemplate
        let usualPrefix = fastTemplate.flatMap { FastPrefix($0, experiences.index) }
        self.usualPrefix = usualPrefix.flatMap { [isReadByFirst] in isReadByFirst[$0.experience] ? $0 : nil }
        self.planned = planned
    }

    func read(_ found: String) -> ContentReading {
        // A chip or a code of before, or of another tool, may hold characters outside ASCII as they are.
        let content = InvocationURL.carried(found)
        let reading = reading(of: content)
        let (tagID, own) = tag(in: reading, of: content)
        let position = own ?? tagID.flatMap { planned.position(id: $0) }
        let status = finder.experiences.status(of: content)
        return ContentReading(
            status: status, store: store(in: reading, status.experience, own: own.map { planned.tags[$0].store }),
            tagID: tagID, tagPosition: position, among: planned)
    }

    /// The tag that a content names, as ``read(_:)`` says.
    func tagID(_ found: String) -> TagID? {
        let content = InvocationURL.carried(found)
        let bytes = content.utf8Span.span
        if let fields = fastFields(bytes), let named = fields.tag.flatMap({ TagID(RowFields.text(bytes, $0)) }) {
            return named
        }
        return tag(in: reading(of: content), of: content).named
    }

    /// The tag that a content names, and the position of the provisioned one with it.
    private func tag(in reading: TemplateReading?, of content: String) -> (named: TagID?, own: Int?) {
        let own = planned.position(url: content)
        if let named = reading?.values["tag"].flatMap({ TagID($0) }) { return (named, own) }
        // One URL on many codes names none of them; one on a single provisioned tag names that one.
        return (own.flatMap { planned.isOnly($0) ? planned.tags[$0].id : nil }, own)
    }

    /// What the template that fits best reads from a content.
    private func reading(of content: String) -> TemplateReading? {
        let bytes = content.utf8Span.span
        guard let fields = fastFields(bytes), let store = fields.store else { return finder.reading(of: content) }
        var values = ["store": RowFields.text(bytes, store)]
        values["tag"] = fields.tag.map { RowFields.text(bytes, $0) }
        return TemplateReading(values: values, deployment: templates.first?.deployment)
    }

    /// Where the variables are of a content that no other template reads in another way, and that names a store.
    private func fastFields(_ bytes: Span<UInt8>) -> FastTemplate.Fields? {
        guard hasOneDeployment, let fields = fastTemplate?.fields(in: bytes, bytes.indices), let store = fields.store,
            StoreName(RowFields.text(bytes, store)) != nil
        else { return nil }
        return fields
    }

    /// The store that a content means; it may be unknown. `own`: that of the provisioned tag with this content, which a
    /// name in the content means before another deployment's.
    private func store(in reading: TemplateReading?, _ experience: Experience?, own: StoreID?) -> StoreID? {
        let name = reading?.values["store"].flatMap { StoreName($0) }
        if let own, name == nil || name == own.name { return own }
        switch finder.store(in: reading, experience: experience) {
        case .match(let store, _), .unknown(let store, _): return store
        case .ambiguous: return name.map { StoreID($0, of: reading?.deployment) }
        case .noMatch: return nil
        }
    }
}
