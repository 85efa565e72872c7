public import AppClips

/// What a URL comes to: which experience a scan of it opens, or why none does. ``ExperienceFinder`` decides it.
public indirect enum URLStatus: Hashable, Sendable {
    /// The text is not a URL. `origin` is the host that it begins with, else its first characters.
    case notURL(reason: String, origin: String, hostIsRegistered: Bool)
    /// A link on Apple's own host. `isOurs`: whether it opens an App Clip of the deployments; nil where their App Clips
    /// are not known, and for the demo link.
    case appleLink(AppleLink, isOurs: Bool?)
    /// An active experience opens.
    case registered(Experience)
    /// The most specific experience for it is retired. `otherwise`: what the URL comes to among the active ones.
    case retired(Experience, otherwise: URLStatus)
    /// Whether an experience opens depends on what Apple leaves open.
    case ambiguous(Ambiguity, candidates: [InvocationURL])
    /// An experience is registered on the host, but none of them is a prefix.
    case unregistered(host: String)
    /// No experience is registered on the host, or the URL is not one of the web.
    case foreign(host: String, NoMatch)

    /// The same where retired experiences count as not registered.
    public var amongActive: URLStatus {
        if case .retired(_, let otherwise) = self { otherwise } else { self }
    }

    /// The most specific experience, which may be retired.
    public var experience: Experience? {
        switch self {
        case .registered(let experience), .retired(let experience, _): experience
        default: nil
        }
    }

    /// Whether one of the deployments' App Clips may open, or did so until its experience was retired.
    public var isOurs: Bool {
        switch self {
        case .registered, .retired, .ambiguous, .appleLink(_, isOurs: true): true
        case .notURL, .unregistered, .foreign, .appleLink: false
        }
    }

    /// Why no App Clip of the deployments opens, although the host is theirs.
    public var unregistered: (host: String, reason: String)? {
        switch self {
        case .notURL(let reason, let origin, hostIsRegistered: true): (origin, reason)
        case .unregistered(let host): (host, NoMatch.noPrefix.description)
        default: nil
        }
    }

    /// Who made what is not the deployments', and why it is not.
    public var foreign: (origin: String, reason: String)? {
        switch self {
        case .notURL(let reason, let origin, hostIsRegistered: false): (origin, reason)
        case .appleLink(.standard(let bundle), isOurs: false):
            ("the App Clip \(bundle)", "it is Apple's default link of another company's App Clip")
        case .appleLink(.standard, isOurs: nil): (AppleLink.host, NoMatch.defaultLink.description)
        case .appleLink(.demo, _): (AppleLink.host, NoMatch.demoLink.description)
        case .foreign(let host, let reason): (host, reason.description)
        default: nil
        }
    }

    /// Why no registered experience opens for certain; nil when one does.
    public var objection: String? {
        switch self {
        case .registered: nil
        case .notURL(let reason, _, _): reason
        case .appleLink(.standard, _): NoMatch.defaultLink.description
        case .appleLink(.demo, _): NoMatch.demoLink.description
        case .retired(_, let otherwise): otherwise.objection
        case .ambiguous(let question, _): question.description
        case .unregistered: NoMatch.noPrefix.description
        case .foreign(_, let reason): reason.description
        }
    }
}
