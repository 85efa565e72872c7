/// One invocation on one phone, and what is known of the deployment around it.
package struct LaunchCase: Sendable {
    /// What the URL comes to.
    package enum Target: Sendable, Hashable {
        case link(ClipLink)
        /// Its advanced experience is retired.
        case retired
        /// Its host has experiences, and none of them matches.
        case unregistered
        /// Whether one matches depends on what Apple leaves open.
        case ambiguous(Ambiguity)
    }

    /// What is on the phone already.
    package enum Installed: String, Sendable, Codable, CaseIterable {
        case nothing
        /// From an earlier invocation.
        case appClip = "app-clip"
        case fullApp = "full-app"
    }

    /// Whether the host's site association does what is needed.
    package enum Association: Sendable, Hashable {
        case there
        case missing
        case notExamined
    }

    package var target: Target
    package var invocation: ClipInvocation
    package var system: SystemSpan
    package var installed: Installed
    /// For the App Clip (`appclips`).
    package var association: Association
    /// For the full app (`applinks`).
    package var appLinks: Association
    /// The oldest iOS that the App Clip runs on; nil where it is not said.
    package var minimum: SystemVersion?
    /// Whether the experience has a place for Maps.
    package var hasPlace: Bool
    /// Whether the app's number in the App Store is known: no banner without it.
    package var hasBanner: Bool

    package init(
        target: Target, invocation: ClipInvocation, system: SystemSpan, installed: Installed = .nothing,
        association: Association = .there, appLinks: Association = .there, minimum: SystemVersion? = nil,
        hasPlace: Bool = true, hasBanner: Bool = true
    ) {
        self.target = target
        self.invocation = invocation
        self.system = system
        self.installed = installed
        self.association = association
        self.appLinks = appLinks
        self.minimum = minimum
        self.hasPlace = hasPlace
        self.hasBanner = hasBanner
    }

    /// The oldest iOS of the span that the App Clip runs on.
    var oldest: SystemVersion { max(minimum ?? system.begin, system.begin) }
}
