/// The section `applinks` of a site association: which full apps open which URLs of the host.
public struct AppLinks: Sendable, Hashable {
    /// What holds for some apps.
    public struct Detail: Sendable, Hashable {
        /// App identifiers, `TEAMID.bundle`.
        public let apps: [String]
        public let components: [LinkComponent]

        public init(apps: [String], components: [LinkComponent]) {
            self.apps = apps
            self.components = components
        }
    }

    public let details: [Detail]

    public init(_ details: [Detail]) {
        self.details = details
    }

    /// Whether the app opens a URL: the first component that matches it decides.
    public func opens(_ url: InvocationURL, in app: String) -> Bool {
        let first = details.lazy.filter { $0.apps.contains(app) }.flatMap(\.components).first { $0.matches(url) }
        return first.map { !$0.excludes } ?? false
    }
}
