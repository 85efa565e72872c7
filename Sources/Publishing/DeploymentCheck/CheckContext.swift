internal import AppClips
internal import Registry

/// The subject with everything worked out once that several rules ask for.
struct CheckContext: Sendable {
    /// A tag that is not retired, and what its URL comes to.
    struct TagView: Sendable {
        let tag: Tag
        let url: InvocationURL?
        /// Nil for a URL that is not of https: that is a finding of its own, so that one fault is one finding.
        let status: URLStatus?

        init(_ tag: Tag, _ experiences: ExperienceFinder) {
            self.tag = tag
            url = try? InvocationURL(tag.url)
            let isSecure = url.map { $0.isSecure || AppleLink($0) != nil } ?? true
            status = isSecure ? experiences.status(of: tag.url) : nil
        }
    }

    let subject: CheckSubject
    let tags: [TagView]
    let active: [Experience]
    let stores: [StoreID: Store]
    /// Which store a URL means, as the audit and the App Clip read it.
    let finder: StoreFinder
    private let ofDeployments: [StoreTemplate]

    init(_ subject: CheckSubject) {
        self.subject = subject
        active = subject.experiences.filter { $0.status == .active }
        stores = Dictionary(subject.stores.map { ($0.id, $0) }) { first, _ in first }
        let experiences = ExperienceFinder(subject.experiences, apps: subject.deployments.flatMap(\.apps))
        finder = StoreFinder(stores: subject.stores, templates: subject.templates, experiences: experiences)
        ofDeployments = subject.deployments.compactMap { profile in
            profile.template.flatMap { try? StoreTemplate($0, of: profile.identifier) }
        }
        tags = subject.tags.filter { $0.state != .retired }.map { TagView($0, experiences) }
    }

    /// The deployment that a tag is of: the one whose template reads its URL, else the only one.
    func deployment(of view: TagView) -> DeploymentProfile? {
        if subject.deployments.count == 1 { return subject.deployments[0] }
        if let name = view.tag.deployment { return subject.deployments.first { $0.identifier == name } }
        guard let url = view.url else { return nil }
        let name = ofDeployments.reading(
            of: url.text, owner: finder.experiences.experience(openedBy: url)?.deployment)?.deployment
        return name.flatMap { name in subject.deployments.first { $0.identifier == name } }
    }

    /// The deployment that an experience is of.
    func deployment(of experience: Experience) -> DeploymentProfile? {
        subject.deployments.deployment(of: experience)
    }

    /// The chip that a tag has, or will have; nil for another medium.
    func chip(of view: TagView) -> String? {
        guard view.tag.medium == .nfc else { return nil }
        return view.tag.product ?? deployment(of: view)?.chip ?? "NTAG213"
    }
}
