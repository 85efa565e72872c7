/// What is to be done so that App Store Connect is as a deployment wants it.
package struct ConnectPlan: Sendable, Hashable {
    package enum Step: Sendable, Hashable {
        /// - `successorOf` is the URL of a registered experience with the same card. A registered URL cannot be changed, so
        ///   what was meant as a change of it is a second experience.
        case create(WantedExperience, successorOf: String?)
        /// The place is what is sent: nil where it stays.
        case update(id: String, WantedExperience, [Change])
        case deactivate(id: String, link: String)
        case deleteInvocation(id: String, url: String)
        case createInvocation(WantedInvocation)
        /// The default experience of a version, perhaps copied from another one's. Its texts and pictures follow.
        case createDefault(WantedDefault, version: RegisteredVersion, template: String?)
        case updateDefault(RegisteredDefault, WantedDefault, version: String, [Change])

        /// The registered URL, or that of the invocation; words for the default card, which has none.
        package var url: String {
            switch self {
            case .create(let wanted, _), .update(_, let wanted, _): wanted.link
            case .deactivate(_, let link): link
            case .deleteInvocation(_, let url): url
            case .createInvocation(let wanted): wanted.url
            case .createDefault, .updateDefault: ConnectPlan.defaultCard
            }
        }

        /// The identifier of what is changed; nil for what is made. Several may have one URL.
        package var identifier: String? {
            switch self {
            case .update(let id, _, _), .deactivate(let id, _), .deleteInvocation(let id, _): id
            case .updateDefault(let registered, _, _, _): registered.id
            case .create, .createInvocation, .createDefault: nil
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
            case .createDefault: "create-default"
            case .updateDefault: "update-default"
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
            /// A version is missing, was turned down, or is in an unknown state.
            case version
            /// The default card differs and cannot be changed in the state of its version.
            case locked
            /// The App Clip is too large for tags to open it.
            case size
            /// The app is not available where it is wanted.
            case territory
        }

        package let kind: Kind
        /// What it is about: a registered URL, or words where there is none.
        package let url: String
        /// One sentence.
        package let text: String
        /// What to do about it.
        package let next: String
        /// The registered experience, or the territory, where several findings may be about one URL.
        package var id: String?
    }

    /// Written in the place of a URL for steps and findings without one.
    static let defaultCard = "the default card"
    static let appClip = "the App Clip"

    package let steps: [Step]
    /// Experiences and invocations that are as wanted.
    package let unchanged: Int
    package let findings: [Finding]
    /// What is so and asks for nothing.
    package let notes: [String]

    /// Compares. With `deactivatingOthers` served experiences that the deployment does not name are taken out of
    /// service; otherwise they are findings, as another deployment may own them.
    package init(from registered: RegisteredState, to wanted: WantedState, deactivatingOthers: Bool = false) {
        var comparison = Comparison(registered.experiences, wanted.experiences, deactivatingOthers: deactivatingOthers)
        comparison.compare()
        let invocations = Self.invocationSteps(registered.invocations, wanted.invocations)
        let card = registered.defaults.flatMap { defaults in
            wanted.defaultCard.map { DefaultComparison(defaults, $0) }
        }
        let ofExperiences = comparison.creations + comparison.updates + comparison.deactivations
        steps = ofExperiences + (card?.steps ?? []) + invocations.steps
        unchanged = comparison.unchanged + (card?.unchanged ?? 0) + invocations.unchanged
        findings = comparison.findings + (card?.findings ?? []) + registered.facts.findings(for: wanted)
        notes = (card?.notes ?? []) + registered.facts.notes(for: wanted) + Self.pendingPlaces(registered.experiences)
    }

    private static func pendingPlaces(_ experiences: [RegisteredExperience]) -> [String] {
        let count = experiences.count { $0.isActive && $0.attributes.placeStatus == "PENDING" }
        guard count > 0 else { return [] }
        return ["Maps still looks for the places of \(count) \(count == 1 ? "experience" : "experiences")"]
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
