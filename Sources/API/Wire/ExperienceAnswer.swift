public import AppClips
public import Registry

/// Which registered experience answers for a URL, which store it means, and why.
public struct ExperienceAnswer: Hashable, Sendable, Codable {
    public enum Outcome: String, Hashable, Sendable, Codable, CaseIterable {
        case match
        case none
        case ambiguous
    }

    /// A registered URL that does not win, and why.
    public struct Other: Hashable, Sendable, Codable {
        public let url: String
        public let why: String
    }

    /// Which store the URL means.
    public struct StoreAnswer: Hashable, Sendable, Codable {
        public let outcome: Outcome
        public let store: StoreID?
        /// `identifier`, `location` or `experience`.
        public let by: StoreMatch.Way?
        public let candidates: [StoreID]
        public let why: String?
    }

    public let schema: Int
    public let url: String
    public let outcome: Outcome
    /// The experience that wins.
    public let experience: Experience?
    /// Other registered URLs that are prefixes of this one or might be.
    public let others: [String]
    /// Why nothing wins, or what it depends on; nil for a match.
    public let why: String?
    /// Why the winner wins, or nothing does.
    public let explanation: String
    public let reasons: [Other]
    public let store: StoreAnswer

    /// Retired experiences answer for nothing.
    public init(_ url: InvocationURL, experiences: [Experience], store: StoreMatch) {
        let active = experiences.filter { $0.status == .active }
        let match = ExperienceIndex(active.map(\.url)).match(url)
        let told = MatchExplanation(match, of: url)
        schema = 1
        self.url = url.text
        explanation = told.why
        reasons = told.others.map { Other(url: $0.url.text, why: $0.why) }
        others = told.others.map(\.url.text)
        switch match {
        case .match(let winner, _):
            outcome = .match
            experience = active.first { $0.url == winner }
            why = nil
        case .noMatch(let reason):
            outcome = .none
            experience = nil
            why = reason.description
        case .ambiguous(let reason, _):
            outcome = .ambiguous
            experience = nil
            why = reason.description
        }
        self.store =
            switch store {
            case .match(let id, let way):
                StoreAnswer(outcome: .match, store: id, by: way, candidates: [], why: nil)
            case .noMatch(let reason):
                StoreAnswer(outcome: .none, store: nil, by: nil, candidates: [], why: reason)
            case .ambiguous(let reason, let candidates):
                StoreAnswer(outcome: .ambiguous, store: nil, by: nil, candidates: candidates, why: reason)
            }
    }
}
