/// What is to be done so that App Store Connect is as a deployment wants it.
package struct ConnectPlan: Sendable, Hashable {
    package enum Step: Sendable, Hashable {
        /// - `successorOf` is the URL of a registered experience with the same card. A registered URL cannot be changed, so
        ///   what was meant as a change of it is a second experience.
        case create(WantedExperience, successorOf: String?)
        case update(id: String, WantedExperience, [Change])
        case deactivate(id: String, link: String)
        case deleteInvocation(id: String, url: String)
        case createInvocation(WantedInvocation)

        /// The registered URL, or that of the invocation.
        package var url: String {
            switch self {
            case .create(let wanted, _), .update(_, let wanted, _): wanted.link
            case .deactivate(_, let link): link
            case .deleteInvocation(_, let url): url
            case .createInvocation(let wanted): wanted.url
            }
        }

        /// What is done, in one word or two.
        package var verb: String {
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
    package struct Finding: Sendable, Hashable, Codable {
        package enum Kind: String, Sendable, Hashable, Codable {
            /// It is registered and served, and the deployment does not name it.
            case foreign
            /// Several served experiences have one URL.
            case duplicate
            /// Maps has found no business at the place.
            case noPlace = "no-place"
            /// A status that this version does not know, or an app on its way to another owner.
            case status
        }

        package let kind: Kind
        package let url: String
        /// One sentence.
        package let text: String
        /// What to do about it.
        package let next: String
    }

    package let steps: [Step]
    /// Experiences and invocations that are as wanted.
    package let unchanged: Int
    package let findings: [Finding]

    /// Compares. With `deactivatingOthers` served experiences that the deployment does not name are taken out of
    /// service; otherwise they are findings, as another deployment may own them.
    package init(from registered: RegisteredState, to wanted: WantedState, deactivatingOthers: Bool = false) {
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
