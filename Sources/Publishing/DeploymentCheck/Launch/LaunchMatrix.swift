package import AppClips
internal import Registry

/// What every way of invoking the App Clips opens, for testers: computed by the rules that a check uses (``LaunchCase``).
package struct LaunchMatrix: Sendable, Codable {
    /// Which of a deployment's experiences and tags are wanted. Empty lists: all of them.
    package struct Choice: Sendable {
        package var experiences: [String]
        package var tags: [String]
        /// So many experiences at most.
        package var most: Int

        package init(experiences: [String] = [], tags: [String] = [], most: Int = 40) {
            self.experiences = experiences
            self.tags = tags
            self.most = most
        }

        var isAll: Bool { experiences.isEmpty && tags.isEmpty }
    }

    package let schema: Int
    package let name: String
    package let systems: [SystemSpan]
    package let parts: [LaunchPart]
    /// Registered URLs of experiences that are not in the matrix because there are too many.
    package let leftOut: [String]
    /// What was chosen, and is not in the deployment.
    package let unknown: [String]
    /// What the expectations rest on, in words.
    package let assumptions: [String]

    package init(_ subject: CheckSubject, name: String, choice: Choice = Choice()) {
        let context = CheckContext(subject)
        let builder = LaunchParts(context: context, wanted: Set(choice.tags))
        schema = 1
        self.name = name
        systems = SystemSpan.all
        let experiences = builder.experiences.filter { choice.isAll || choice.experiences.contains($0.url.text) }
        let chosen =
            choice.isAll
            ? []
            : builder.experiences.filter { experience in
                !experiences.contains(experience)
                    && builder.views(of: experience).contains { choice.tags.contains($0.tag.id.text) }
            }
        let all = experiences + chosen
        leftOut = all.dropFirst(choice.most).map(\.url.text)
        var parts = all.prefix(choice.most).map(builder.part)
        if choice.isAll { parts += builder.ofDeployments }
        parts += builder.unmatched.filter { part in
            choice.isAll || part.cases.contains { $0.carrier.map { choice.tags.contains($0.tag) } ?? false }
        }
        self.parts = parts
        let urls = Set(subject.experiences.map(\.url.text))
        let tags = Set(subject.tags.map(\.id.text))
        unknown = choice.experiences.filter { !urls.contains($0) } + choice.tags.filter { !tags.contains($0) }
        assumptions = builder.assumptions
    }

    /// How many cases there are: one for each invocation, phone and iOS.
    package var caseCount: Int { parts.reduce(0) { $0 + $1.cases.reduce(0) { $0 + $1.expectations.count } } }
}

/// URLs that open alike: those of one experience, or a link that Apple makes.
package struct LaunchPart: Sendable, Codable {
    package enum Kind: String, Sendable, Codable {
        case experience
        case retired = "retired-experience"
        case defaultLink = "default-link"
        case defaultWebsite = "default-website"
        case demoLink = "demo-link"
        case unregistered
        case ambiguous
    }

    /// A tag that shows a case.
    package struct Carrier: Sendable, Codable, Equatable {
        package let tag: String
        package let store: String
        package let placement: String
        package let medium: String
        package let url: String
    }

    /// One invocation on one phone, over the versions of iOS.
    package struct Case: Sendable, Codable {
        package let invocation: ClipInvocation
        package let installed: LaunchCase.Installed
        /// Nil where only App Store Connect knows it.
        package let url: String?
        /// Nil where no tag of this medium opens the part.
        package let carrier: Carrier?
        /// In the order of the matrix' systems.
        package let expectations: [LaunchExpectation]
    }

    package let kind: Kind
    package let title: String
    /// The registered URL, or the link; nil where only App Store Connect knows it.
    package let url: String?
    /// The App Clip, `TEAMID.bundle.Clip`.
    package let clip: String?
    package let card: Card?
    package let image: String?
    /// How many tags open it.
    package let tags: Int
    /// What a QR code on the page carries: an example's URL.
    package let scanned: String?
    package let cases: [Case]
}
