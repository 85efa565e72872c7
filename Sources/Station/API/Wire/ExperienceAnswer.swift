package import AppClips
package import Registry

/// Which registered experience answers for a URL, which store it means, and why.
package struct ExperienceAnswer: Hashable, Sendable, Codable {
    package enum Outcome: String, Hashable, Sendable, Codable, CaseIterable {
        case match
        case none
        case ambiguous
    }

    /// A registered URL that does not win, and why.
    package struct Other: Hashable, Sendable, Codable {
        package let url: String
        package let why: String
    }

    /// Which store the URL means.
    package struct StoreAnswer: Hashable, Sendable, Codable {
        package let outcome: Outcome
        package let store: StoreName?
        /// The deployment that the store belongs to.
        package let deployment: DeploymentName?
        /// `identifier`, `location` or `experience`.
        package let by: StoreMatch.Way?
        package let candidates: [StoreName]
        /// The deployment of each candidate, empty for none; absent where no candidate has one.
        package let candidateDeployments: [String]?
        package let why: String?

        init(
            _ outcome: Outcome, store: StoreID? = nil, by: StoreMatch.Way? = nil, candidates: [StoreID] = [],
            why: String? = nil
        ) {
            self.outcome = outcome
            self.store = store?.name
            deployment = store?.deployment
            self.by = by
            self.candidates = candidates.map(\.name)
            candidateDeployments = StoreID.deployments(of: candidates)
            self.why = why
        }
    }

    package let schema: Int
    package let url: String
    package let outcome: Outcome
    /// The experience that wins.
    package let experience: Experience?
    /// Other registered URLs that are prefixes of this one or might be.
    package let others: [String]
    /// Why nothing wins, or what it depends on; nil for a match.
    package let why: String?
    /// Why the winner wins, or nothing does.
    package let explanation: String
    package let reasons: [Other]
    package let store: StoreAnswer

    /// Retired experiences answer for nothing.
    package init(_ url: InvocationURL, _ finder: StoreFinder) {
        let found = MatchExplanation(finder.experiences.index.match(url), of: url)
        schema = 1
        self.url = url.text
        explanation = found.why
        reasons = found.others.map { Other(url: $0.url.text, why: $0.why) }
        others = found.others.map(\.url.text)
        let status = finder.experiences.status(of: url).amongActive
        outcome =
            switch status {
            case .registered: .match
            case .ambiguous: .ambiguous
            default: .none
            }
        experience = status.experience
        why = status.objection
        store =
            switch finder.store(of: url) {
            case .match(let id, let way): StoreAnswer(.match, store: id, by: way)
            case .noMatch(let reason), .unknown(_, let reason): StoreAnswer(.none, why: reason)
            case .ambiguous(let reason, let candidates):
                StoreAnswer(.ambiguous, candidates: candidates, why: reason)
            }
    }
}
