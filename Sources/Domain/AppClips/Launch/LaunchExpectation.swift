/// What a phone shows after an invocation, and how far that is known.
package struct LaunchExpectation: Sendable, Hashable, Codable {
    package enum Outcome: String, Sendable, Codable, CaseIterable {
        /// The card, and from there the App Clip.
        case appClip = "app-clip"
        case fullApp = "full-app"
        /// A card with an error.
        case errorCard = "error-card"
        /// No App Clip and no app; a link opens the website, if it is one.
        case nothing
        /// No text says what happens.
        case unstated
    }

    package enum Basis: String, Sendable, Codable, CaseIterable {
        /// Apple says it.
        case stated
        /// Apple says it, and a report or another page of Apple's contradicts.
        case disputed
        /// One report.
        case reported
        /// It follows from what Apple says.
        case derived
        case unstated
    }

    package let outcome: Outcome
    package let basis: Basis
    package let why: String
    package let source: LaunchSource

    init(_ outcome: Outcome, _ basis: Basis, why: String, source: LaunchSource) {
        self.outcome = outcome
        self.basis = basis
        self.why = why
        self.source = source
    }
}
