import AppClips
import AppStoreConnect
import Foundation
import Registry
import Testing

@Suite struct `What a deployment wants` {
    private func deployment() throws -> LoadedDeployment {
        let store = try #require(StoreID("cupertino"))
        let batch = try #require(BatchName("spring"))
        let tags = try (1...4).map { number in
            Tag(
                id: try #require(TagID("T\(number)")), batch: batch, store: store, placement: "door", medium: .nfc,
                url: "https://fruta.example/store/cupertino?tag=T\(number)")
        }
        return LoadedDeployment(
            name: "fruta", template: nil,
            stores: [Store(id: store, name: "Fruta Cupertino", region: nil, address: "1 Main Street")],
            experiences: [
                Experience(
                    url: try InvocationURL("https://fruta.example/store/cupertino"),
                    card: try Card(title: "Fruta", subtitle: "Skip the line", action: .open), store: store,
                    language: "en")
            ],
            batches: [Batch(name: batch, template: nil, tags: tags)])
    }

    @Test func `comes from its experiences, stores and settings`() throws {
        var place = Place()
        place.mapAction = "RESTAURANT_ORDER_FOOD"
        let settings = ConnectSettings(
            app: "123", clip: "example.fruta.Clip", places: ["cupertino": place],
            localizations: [
                "https://fruta.example/store/cupertino": ["DE": CardText(title: "Fruta", subtitle: "Ohne Anstehen")]
            ], buildBundle: "b", invocations: .init(tags: ["T2"], locale: "en-US"))
        let wanted = try WantedState(deployment(), settings, images: [:])
        let experience = try #require(wanted.experiences.first)
        #expect(experience.attributes.action == .known(.open))
        #expect(experience.attributes.defaultLanguage == .known(.en))
        #expect(experience.attributes.place?.names == ["Fruta Cupertino"])
        #expect(experience.attributes.place?.mainAddress?.fullAddress == "1 Main Street")
        #expect(experience.attributes.place?.displayPoint == nil, "the region's centre is another thing")
        #expect(experience.localizations.keys.map(\.text).sorted() == ["DE", "EN"])
        #expect(wanted.invocations?.map(\.url) == ["https://fruta.example/store/cupertino?tag=T2"])
    }

    @Test(arguments: [
        (ConnectSettings(app: "fruta", clip: "c"), "app \"fruta\" is not the app's number in App Store Connect"),
        (ConnectSettings(app: "1", clip: ""), "clip is empty: it is the App Clip's bundle identifier"),
        (
            ConnectSettings(app: "1", clip: "c", places: ["nowhere": Place()]),
            "places names the store \"nowhere\", which the deployment does not have"
        ),
        (
            ConnectSettings(app: "1", clip: "c", localizations: ["https://x.example/": [:]]),
            "localizations names https://x.example/, which is no experience"
        ),
        (
            ConnectSettings(
                app: "1", clip: "c",
                localizations: [
                    "https://fruta.example/store/cupertino": [
                        "DE": CardText(title: String(repeating: "x", count: 31), subtitle: "y")
                    ]
                ]),
            "https://fruta.example/store/cupertino in DE: the title has 31 characters, the limit is 30"
        ),
        (
            ConnectSettings(
                app: "1", clip: "c",
                localizations: ["https://fruta.example/store/cupertino": ["XX": CardText(title: "a", subtitle: "b")]]),
            "\"XX\" is not a language of App Clip cards; EN, DE, JA and others are, in two capitals"
        ),
        (
            ConnectSettings(
                app: "1", clip: "c", buildBundle: "b",
                invocations: .init(tags: ["T1", "T2", "T3", "T4"], locale: "en-US")),
            "invocations names 4 tags, a build takes 3"
        ),
        (
            ConnectSettings(app: "1", clip: "c", invocations: .init(tags: ["T1"], locale: "en-US")),
            "invocations are for a build, and buildBundle is missing"
        ),
        (
            ConnectSettings(app: "1", clip: "c", buildBundle: "b", invocations: .init(tags: ["T9"], locale: "en-US")),
            "invocations names the tag \"T9\", which the deployment does not have"
        ),
        (
            ConnectSettings(
                app: "1", clip: "c", buildBundle: "b", invocations: .init(tags: ["T1", "T1"], locale: "en-US")),
            "invocations names a tag twice"
        ),
    ])
    func `is refused with every reason`(settings: ConnectSettings, reason: String) throws {
        let deployment = try deployment()
        let error = #expect(throws: ConnectError.self) { try WantedState(deployment, settings, images: [:]) }
        #expect(error?.code == .badSettings)
        #expect(error?.reason == reason)
    }

    @Test func `words that came later are read and kept`() throws {
        let text = """
            {"data": [{"type": "appClipAdvancedExperiences", "id": "1", "attributes": {"link": "https://a.example/",
            "action": "PONDER", "status": "DREAMING", "defaultLanguage": "EO", "unheardOf": {"a": [1]}},
            "relationships": {"localizations": {"data": [{"type": "appClipAdvancedExperienceLocalizations", "id": "t"}]}}}],
            "included": [{"type": "appClipAdvancedExperienceLocalizations", "id": "t",
            "attributes": {"language": "EO", "title": "Ĉ", "subtitle": "s"}}, {"type": "somethingNew", "id": "n"}],
            "links": {"self": "x"}}
            """
        let page = try JSONDecoder().decode(Page<ExperienceResource>.self, from: Data(text.utf8))
        let experience = try #require(page.experiences.first)
        #expect(experience.attributes.action == .other("PONDER"))
        #expect(experience.isActive)
        #expect(experience.localizations == [.other("EO"): CardText(title: "Ĉ", subtitle: "s")])
    }
}
