internal import AppClips
internal import Faults
internal import Registry

/// The subject with everything worked out once that several rules ask for.
struct CheckContext: Sendable {
    /// A tag that is not retired, and what its URL comes to.
    struct TagView: Sendable {
        let tag: Tag
        let url: InvocationURL?
        let standing: Standing
    }

    /// What the URL of a tag comes to. One of them, so that one fault is one finding.
    enum Standing: Sendable {
        case broken(String)
        case notSecure
        case apple(AppleLink)
        case hostUnknown
        case unregistered
        case retired(Experience)
        case ambiguous(Ambiguity, candidates: [InvocationURL])
        case matched(Experience)
    }

    let subject: CheckSubject
    let tags: [TagView]
    let active: [Experience]
    let index: ExperienceIndex
    let stores: [StoreID: Store]
    let directory: StoreDirectory
    let owners: [InvocationURL: DeploymentName]
    /// Bundle identifiers of the deployments' App Clips.
    let bundles: Set<String>
    /// Which store a URL means, as the audit and the App Clip read it.
    let finder: StoreFinder
    private let ofDeployments: [StoreTemplate]

    init(_ subject: CheckSubject) {
        self.subject = subject
        active = subject.experiences.filter { $0.status == .active }
        let index = ExperienceIndex(active.map(\.url))
        self.index = index
        stores = Dictionary(subject.stores.map { ($0.id, $0) }) { first, _ in first }
        bundles = Set(subject.deployments.flatMap(\.apps).map(DeploymentProfile.bundle))
        directory = StoreDirectory(subject.stores.map(\.id))
        finder = StoreFinder(stores: subject.stores, templates: subject.templates, experiences: subject.experiences)
        ofDeployments = subject.deployments.compactMap { profile in
            profile.template.flatMap { try? StoreTemplate($0, of: profile.identifier) }
        }
        let all = ExperienceIndex(subject.experiences.map(\.url))
        owners = Dictionary(active.compactMap { experience in experience.deployment.map { (experience.url, $0) } }) {
            first, _ in first
        }
        let byURL = Dictionary(subject.experiences.map { ($0.url, $0) }) { first, _ in first }
        tags = subject.tags.filter { $0.state != .retired }.map { tag -> TagView in
            do throws(AppClipError) {
                let url = try InvocationURL(tag.url)
                return TagView(tag: tag, url: url, standing: Self.standing(of: url, index, all, byURL))
            } catch {
                return TagView(tag: tag, url: nil, standing: .broken(error.reason))
            }
        }
    }

    private static func standing(
        of url: InvocationURL, _ index: ExperienceIndex, _ all: ExperienceIndex,
        _ byURL: [InvocationURL: Experience]
    ) -> Standing {
        if let link = AppleLink(url) { return .apple(link) }
        guard url.scheme.lowercased() == "https" else { return .notSecure }
        if case .match(let winner, _) = all.match(url), let experience = byURL[winner], experience.status == .retired {
            return .retired(experience)
        }
        switch index.match(url) {
        case .match(let winner, _): return byURL[winner].map(Standing.matched) ?? .unregistered
        case .ambiguous(let question, let candidates): return .ambiguous(question, candidates: candidates)
        case .noMatch(.otherHost): return .hostUnknown
        case .noMatch: return .unregistered
        }
    }

    /// The values that a URL was made from, and the deployment whose template reads them.
    func reading(of url: InvocationURL) -> TemplateReading? {
        subject.templates.reading(of: url.text, owner: owner(of: url))
    }

    private func owner(of url: InvocationURL) -> DeploymentName? {
        if case .match(let winner, _) = index.match(url) { owners[winner] } else { nil }
    }

    /// The deployment that a tag is of: the one whose template reads its URL, else the only one.
    func deployment(of view: TagView) -> DeploymentProfile? {
        if subject.deployments.count == 1 { return subject.deployments[0] }
        if let name = view.tag.deployment { return subject.deployments.first { $0.identifier == name } }
        guard let url = view.url else { return nil }
        let name = ofDeployments.reading(of: url.text, owner: owner(of: url))?.deployment
        return name.flatMap { name in subject.deployments.first { $0.identifier == name } }
    }

    /// The chip that a tag has, or will have; nil for another medium.
    func chip(of view: TagView) -> String? {
        guard view.tag.medium == .nfc else { return nil }
        return view.tag.product ?? deployment(of: view)?.chip ?? "NTAG213"
    }
}
