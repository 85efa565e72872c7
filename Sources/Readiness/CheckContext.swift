internal import AppClips
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
    let templates: [URLTemplate]

    init(_ subject: CheckSubject) {
        self.subject = subject
        active = subject.experiences.filter { $0.status == .active }
        let index = ExperienceIndex(active.map(\.url))
        self.index = index
        stores = Dictionary(subject.stores.map { ($0.id, $0) }) { first, _ in first }
        templates = subject.templates.compactMap { try? URLTemplate($0) }
        let all = ExperienceIndex(subject.experiences.map(\.url))
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

    /// The values that a URL was made from, by the first template that reads it.
    func values(of url: InvocationURL) -> [String: String]? {
        templates.lazy.compactMap { $0.recover(from: url) }.first
    }

    /// The deployment that a tag is of: the one whose template reads its URL, else the only one.
    func deployment(of view: TagView) -> DeploymentProfile? {
        if subject.deployments.count == 1 { return subject.deployments[0] }
        guard let url = view.url else { return nil }
        return subject.deployments.first { profile in
            profile.template.flatMap { try? URLTemplate($0) }?.recover(from: url) != nil
        }
    }

    /// The chip that a tag has, or will have; nil for another medium.
    func chip(of view: TagView) -> String? {
        guard view.tag.medium == .nfc else { return nil }
        return view.tag.product ?? deployment(of: view)?.chip ?? "NTAG213"
    }
}
