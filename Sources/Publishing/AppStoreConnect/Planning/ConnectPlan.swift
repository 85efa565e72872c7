/// What is to be done so that App Store Connect is as a deployment wants it.
public struct ConnectPlan: Sendable, Hashable {
    public enum Step: Sendable, Hashable {
        /// - `successorOf` is the URL of a registered experience with the same card. A registered URL cannot be changed, so
        ///   what was meant as a change of it is a second experience.
        case create(WantedExperience, successorOf: String?)
        case update(id: String, WantedExperience, [Change])
        case deactivate(id: String, link: String)
        case deleteInvocation(id: String, url: String)
        case createInvocation(WantedInvocation)

        /// The registered URL, or that of the invocation.
        public var url: String {
            switch self {
            case .create(let wanted, _), .update(_, let wanted, _): wanted.link
            case .deactivate(_, let link): link
            case .deleteInvocation(_, let url): url
            case .createInvocation(let wanted): wanted.url
            }
        }

        /// What is done, in one word or two.
        public var verb: String {
            switch self {
            case .create: "create"
            case .update: "update"
            case .deactivate: "deactivate"
            case .deleteInvocation: "delete-invocation"
            case .createInvocation: "create-invocation"
            }
        }
    }

    /// Something that no step sets right.
    public struct Finding: Sendable, Hashable, Codable {
        public enum Kind: String, Sendable, Hashable, Codable {
            /// It is registered and served, and the deployment does not name it.
            case foreign
            /// Several served experiences have one URL.
            case duplicate
            /// Maps has found no business at the place.
            case noPlace = "no-place"
            /// A status that this version does not know, or an app on its way to another owner.
            case status
        }

        public let kind: Kind
        public let url: String
        /// One sentence.
        public let text: String
        /// What to do about it.
        public let next: String
    }

    public let steps: [Step]
    /// Experiences and invocations that are as wanted.
    public let unchanged: Int
    public let findings: [Finding]

    /// Compares. With `deactivatingOthers` served experiences that the deployment does not name are taken out of
    /// service; otherwise they are findings, as another deployment may own them.
    public init(from registered: RegisteredState, to wanted: WantedState, deactivatingOthers: Bool = false) {
        var comparison = Comparison(registered.experiences, wanted.experiences, deactivatingOthers: deactivatingOthers)
        comparison.compare()
        let invocations = Self.invocationSteps(registered.invocations, wanted.invocations)
        steps = comparison.creations + comparison.updates + comparison.deactivations + invocations.steps
        unchanged = comparison.unchanged + invocations.unchanged
        findings = comparison.findings
    }

    /// Invocations have no title of their own to change and a build takes three: those that differ are deleted first.
    private static func invocationSteps(
        _ registered: [RegisteredInvocation], _ wanted: [WantedInvocation]?
    ) -> (steps: [Step], unchanged: Int) {
        guard let wanted else { return ([], 0) }
        var missing = wanted
        var deletions: [Step] = []
        for invocation in registered.sorted(by: { $0.id < $1.id }) {
            let same = missing.firstIndex { $0.url == invocation.url && invocation.titles == [$0.locale: $0.title] }
            if let same {
                missing.remove(at: same)
            } else {
                deletions.append(.deleteInvocation(id: invocation.id, url: invocation.url))
            }
        }
        return (deletions + missing.map { .createInvocation($0) }, wanted.count - missing.count)
    }
}
