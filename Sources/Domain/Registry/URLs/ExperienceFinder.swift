public import AppClips
internal import Faults

/// Says what URLs come to. Built once for all experiences, of which only the active ones open.
public struct ExperienceFinder: Sendable {
    /// The active experiences' URLs.
    public let index: ExperienceIndex
    /// The URLs of all experiences; nil where none is retired.
    private let everyURL: ExperienceIndex?
    /// What the URL of each experience comes to where it is active: made once, for what millions of tags share.
    private let registered: [InvocationURL: URLStatus]
    /// Bundle identifiers of the deployments' App Clips.
    private let bundles: Set<String>

    /// - Parameters:
    ///   - experiences: all of them, in any order.
    ///   - apps: app identifiers of the deployments' App Clips, `TEAMID.bundle.Clip`.
    public init(_ experiences: [Experience], apps: [String] = []) {
        let active = experiences.filter { $0.status == .active }
        let retired = experiences.filter { $0.status == .retired }
        index = ExperienceIndex(active.map(\.url))
        everyURL = retired.isEmpty ? nil : ExperienceIndex(experiences.map(\.url))
        registered = Dictionary((active + retired).map { ($0.url, .registered($0)) }) { first, _ in first }
        bundles = Set(apps.map(DeploymentProfile.bundle))
    }

    /// Whether no experience is retired.
    public var areAllActive: Bool { everyURL == nil }

    /// The experience with exactly this URL; an active one comes before a retired one.
    public subscript(url: InvocationURL) -> Experience? { registered[url]?.experience }

    /// The active experience that a scan certainly opens.
    public func experience(openedBy url: InvocationURL) -> Experience? {
        if case .match(let winner, _) = index.match(url) { self[winner] } else { nil }
    }

    /// What any text comes to that a tag may hold.
    public func status(of text: String) -> URLStatus {
        let bytes = text.utf8Span.span
        if areAllActive, let position = index.fastMatch(bytes, 0..<bytes.count),
            let status = registered[index.certainURL(position)]
        {
            return status
        }
        do throws(AppClipError) {
            return status(of: try InvocationURL(text))
        } catch {
            return status(ofBroken: text, error.reason)
        }
    }

    /// What a URL comes to.
    public func status(of url: InvocationURL) -> URLStatus {
        let amongActive = status(of: url, index.match(url))
        guard case .match(let winner, _) = everyURL?.match(url), let experience = self[winner],
            experience.status == .retired
        else { return amongActive }
        return .retired(experience, otherwise: amongActive)
    }

    private func status(of url: InvocationURL, _ match: ExperienceMatch) -> URLStatus {
        switch match {
        case .match(let winner, _):
            registered[winner] ?? .unregistered(host: url.host)
        case .ambiguous(let question, let candidates): .ambiguous(question, candidates: candidates)
        case .noMatch(.noPrefix): .unregistered(host: url.host)
        case .noMatch(let reason):
            AppleLink(url).map { .appleLink($0, isOurs: isOurs($0)) } ?? .foreign(host: url.host, reason)
        }
    }

    private func isOurs(_ link: AppleLink) -> Bool? {
        guard case .standard(let bundle) = link, !bundles.isEmpty else { return nil }
        return bundles.contains(bundle)
    }

    /// A text that is not a URL may still begin with a registered host.
    private func status(ofBroken text: String, _ reason: String) -> URLStatus {
        let separator = "://"
        let start = text.utf8.indices.first { text.utf8[$0...].starts(with: separator.utf8) }
        let root = start.flatMap { start -> InvocationURL? in
            let host = text.utf8.index(start, offsetBy: separator.utf8.count)
            let end = text.utf8[host...].firstIndex { "/?#".utf8.contains($0) } ?? text.utf8.endIndex
            return try? InvocationURL(String(text[..<end]))
        }
        guard let root else {
            return .notURL(reason: reason, origin: SeenContent.beginning(of: text), hostIsRegistered: false)
        }
        let isRegistered: Bool =
            switch index.match(root) {
            case .match, .ambiguous, .noMatch(.noPrefix): true
            case .noMatch: false
            }
        return .notURL(reason: reason, origin: root.host, hostIsRegistered: isRegistered)
    }
}
