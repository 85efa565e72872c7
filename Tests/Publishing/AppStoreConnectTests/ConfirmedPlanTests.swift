import AppStoreConnect
import Testing

/// A plan that is made anew while it is carried out.
@Suite struct `A plan that was confirmed` {
    private static let link = "https://a.example/"
    private static let wanted = WantedState(
        experiences: [
            WantedExperience(
                link: link, attributes: ExperienceAttributes(defaultLanguage: .known(.en), action: .known(.open)),
                localizations: [.known(.en): CardText(title: "Fruta", subtitle: "Now")], image: nil)
        ], invocations: [],
        defaultCard: WantedDefault(action: .known(.open), texts: ["en-US": .init(subtitle: "Now")]))

    private static func experience(
        _ id: String, _ link: String = link, further languages: [Tolerated<Language>] = []
    ) -> RegisteredExperience {
        var texts: [Tolerated<Language>: CardText] = [.known(.en): CardText(title: "Fruta", subtitle: "Soon")]
        for language in languages { texts[language] = CardText(title: "Obst", subtitle: "Bald") }
        return RegisteredExperience(
            id: id,
            attributes: ExperienceAttributes(
                link: link, defaultLanguage: .known(.en), action: .known(.open), status: .known(.received)),
            localizations: texts, image: nil)
    }

    private static func plan(
        _ experiences: [RegisteredExperience], invocations: [String] = [], locales: [String]? = nil
    ) -> ConnectPlan {
        let version = RegisteredVersion(id: "v", name: "2.0", state: .known(.prepareForSubmission))
        let card = locales.map { locales in
            RegisteredDefault(
                id: "card", version: "v", action: .known(.open),
                texts: Dictionary(
                    uniqueKeysWithValues: locales.map { ($0, .init(id: "text-\($0)", subtitle: "Soon")) }))
        }
        return ConnectPlan(
            from: RegisteredState(
                experiences: experiences,
                invocations: invocations.map { RegisteredInvocation(id: $0, url: "https://x.example/", titles: [:]) },
                defaults: RegisteredDefaults(versions: [version], experiences: card.map { [$0] } ?? [])),
            to: wanted, deactivatingOthers: true)
    }

    private static func found(_ plan: ConnectPlan) -> [String?] {
        plan.findings.filter { $0.kind == .foreign }.map(\.id)
    }

    @Test func `takes away what it names, in each pass`() {
        let plan = Self.plan(
            [Self.experience("1", further: [.known(.de)]), Self.experience("9", "https://b.example/")],
            invocations: ["i"], locales: ["en-US", "de-DE"])
        #expect(plan.limited(to: plan) == plan)
        #expect(Self.found(plan) == [])
    }

    @Test func `takes nothing away that has come since, and finds it`() {
        let first = Self.plan([Self.experience("1")], locales: ["en-US"])
        let later = Self.plan(
            [Self.experience("1", further: [.known(.de)]), Self.experience("9", "https://b.example/")],
            invocations: ["i"], locales: ["en-US", "de-DE"])
        #expect(later.steps.map(\.verb) == ["update", "deactivate", "update-default", "delete-invocation"])
        let limited = later.limited(to: first)
        // The German texts stay, and the English one of the default card is set right.
        guard case .updateDefault(let card, _, _, let changes)? = limited.steps.first else {
            Issue.record("\(limited.steps)")
            return
        }
        #expect(limited.steps.count == 1 && Set(card.texts.keys) == ["en-US"])
        #expect(changes == [Change("subtitle.en-US", from: "Soon", to: "Now")])
        #expect(Self.found(limited) == ["1", "9", "card", "i"])
    }

    /// They come with the copy, and none of them is another person's.
    @Test func `takes out the texts of a card that it copies`() {
        let first = Self.plan([])
        #expect(first.steps.map(\.verb) == ["create", "create-default"])
        let later = Self.plan([], locales: ["en-US", "de-DE"])
        #expect(later.limited(to: first) == later)
    }
}
