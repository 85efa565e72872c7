internal import AppClips
internal import Registry

/// What is known of a deployment around the URLs of one part.
struct LaunchAround {
    private var association = LaunchCase.Association.notExamined
    private var minimum: SystemVersion?
    private var hasPlace = false
    private var hasBanner = false
    private var full: String?
    private var associations: [String: CheckSubject.Association]?

    /// Where nothing of it matters.
    init() {}

    init(_ context: CheckContext, _ experience: Experience, clip: String?) {
        self.init(context, context.deployment(of: experience), clip: clip)
        if let associations = context.subject.associations {
            association = Self.vouches(associations[experience.url.host.lowercased()], for: clip)
        }
        hasPlace = context.finder.directory.store(of: experience).flatMap { context.stores[$0]?.place } != nil
    }

    init(_ context: CheckContext, _ deployment: DeploymentProfile?, clip: String?) {
        minimum = deployment?.minimumIOS.flatMap { SystemVersion($0) }
        hasBanner = clip.flatMap { deployment?.appStoreIDs[$0] } != nil
        full = clip.flatMap { deployment?.fullApp(ofClip: $0) }
        associations = context.subject.associations
    }

    private static func vouches(_ association: CheckSubject.Association?, for clip: String?) -> LaunchCase.Association {
        guard case .apps(let apps, _) = association, let clip, apps.contains(clip) else { return .missing }
        return .there
    }

    func launchCase(
        _ target: LaunchCase.Target, by invocation: ClipInvocation, on system: SystemSpan,
        with installed: LaunchCase.Installed, url: String?
    ) -> LaunchCase {
        LaunchCase(
            target: target, invocation: invocation, system: system, installed: installed, association: association,
            appLinks: appLinks(url), minimum: minimum, hasPlace: hasPlace, hasBanner: hasBanner)
    }

    /// Whether applinks give the full app a URL. The links that Apple makes are on Apple's own host.
    private func appLinks(_ text: String?) -> LaunchCase.Association {
        guard let url = text.flatMap({ try? InvocationURL($0) }) else { return .notExamined }
        guard url.host.lowercased() != AppleLink.host else { return .there }
        guard let full else { return .missing }
        guard let associations else { return .notExamined }
        guard case .apps(_, let links) = associations[url.host.lowercased()] else { return .missing }
        return links.opens(url, in: full) ? .there : .missing
    }
}
