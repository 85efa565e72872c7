import AppClips
import AppStoreConnect
import Faults
import Foundation
import Geodesy
import Registry
import Testing

@Suite struct `What a deployment wants` {
    private func deployment(
        place: Coordinate? = nil, apps: [String] = [], others: [Experience] = []
    ) throws -> LoadedDeployment {
        let store = try #require(StoreID("cupertino"))
        let batch = try #require(BatchName("spring"))
        let tags = try (1...4).map { number in
            Tag(
                id: try #require(TagID("T\(number)")), batch: batch, store: store, placement: "door", medium: .nfc,
                url: "https://fruta.example/store/cupertino?tag=T\(number)")
        }
        return LoadedDeployment(
            name: "fruta", template: nil,
            stores: [Store(id: store, name: "Fruta Cupertino", region: nil, address: "1 Main Street", place: place)],
            experiences: [
                Experience(
                    url: try InvocationURL("https://fruta.example/store/cupertino"),
                    card: try Card(title: "Fruta", subtitle: "Skip the line", action: .open), store: store.name,
                    language: "en")
            ] + others,
            batches: [Batch(name: batch, template: nil, tags: tags)],
            profile: DeploymentProfile(name: "fruta", apps: apps))
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
        #expect(experience.attributes.isPoweredBy == nil, "the settings do not say it")
        #expect(experience.attributes.place?.names == ["Fruta Cupertino"])
        #expect(experience.attributes.place?.mainAddress?.fullAddress == "1 Main Street")
        #expect(experience.attributes.place?.displayPoint == nil, "the region's centre is another thing")
        #expect(experience.localizations.keys.map(\.text).sorted() == ["DE", "EN"])
        #expect(wanted.invocations?.map(\.url) == ["https://fruta.example/store/cupertino?tag=T2"])
    }

    @Test(arguments: [
        (#""territory": ["USA"]"#, "territory"), (#""places": {"cupertino": {"mapActions": "X"}}"#, "mapActions"),
        (#""places": {"cupertino": {"mainAddress": {"fullAdress": "1 Main Street"}}}"#, "fullAdress"),
        (#""localizations": {"https://x.example/": {"DE": {"title": "a", "subtitle": "b", "image": "c"}}}"#, "image"),
        (
            #""defaultExperience": {"action": "OPEN", "localizations": {"en-US": {"subtitle": "a", "picture": "b"}}}"#,
            "picture"
        ),
    ])
    func `is not guessed from settings with a key that is none of theirs`(part: String, key: String) throws {
        let text = Data(#"{"schema": 1, "app": "1", "clip": "c", \#(part)}"#.utf8)
        let error = try #require(throws: DecodingError.self) {
            try JSONDecoder().decode(HandWritten<ConnectSettings>.self, from: text)
        }
        let reason = error.explanation(in: Array(text))
        #expect(reason.contains("the key \"\(key)\" is unknown; keys are: "), "\(reason)")
    }

    @Test func `takes the place's point from the store, never from its region`() throws {
        let point = try Coordinate(latitude: 37.3231, longitude: -122.032)
        let settings = ConnectSettings(app: "123", clip: "example.fruta.Clip")
        let wanted = try WantedState(deployment(place: point), settings, images: [:])
        let place = try #require(wanted.experiences.first?.attributes.place)
        #expect(place.displayPoint == .init(latitude: 37.3231, longitude: -122.032, source: "MANUALLY_PLACED"))
        #expect(place.names == ["Fruta Cupertino"] && place.mainAddress?.fullAddress == "1 Main Street")
        #expect(place.mapAction == nil)
        #expect(try WantedState(deployment(), settings, images: [:]).experiences.first?.attributes.place == nil)
    }

    @Test func `does not take two different points for one store`() throws {
        let point = try Coordinate(latitude: 37.3231, longitude: -122.032)
        func settings(_ latitude: Double) -> ConnectSettings {
            ConnectSettings(
                app: "123", clip: "c",
                places: [
                    "cupertino": Place(
                        displayPoint: .init(latitude: latitude, longitude: -122.032, source: "CALCULATED"))
                ])
        }
        let same = try WantedState(deployment(place: point), settings(37.3231), images: [:])
        #expect(same.experiences.first?.attributes.place?.displayPoint?.source == "CALCULATED")
        let error = #expect(throws: ConnectError.self) {
            try WantedState(deployment(place: point), settings(37.4), images: [:])
        }
        #expect(
            error?.reason
                == "places gives cupertino another displayPoint than the store's place-latitude and place-longitude")
    }

    @Test func `has the experiences of one App Clip alone`() throws {
        let card = try Card(title: "Fruta", subtitle: "For the staff", action: .open)
        let staff = Experience(
            url: try InvocationURL("https://fruta.example/staff"), card: card, app: "TEAM.example.fruta.Staff")
        let deployment = try deployment(
            apps: ["TEAM.example.fruta.Clip", "TEAM.example.fruta.Staff"], others: [staff])
        func links(_ clip: String) throws -> [String] {
            try WantedState(deployment, ConnectSettings(app: "1", clip: clip), images: [:]).experiences.map(\.link)
        }
        // An experience that names no App Clip is the first one's.
        #expect(try links("example.fruta.Clip") == ["https://fruta.example/store/cupertino"])
        #expect(try links("example.fruta.Staff") == ["https://fruta.example/staff"])
        let error = #expect(throws: ConnectError.self) { try links("example.other.Clip") }
        #expect(
            error?.reason
                == "clip example.other.Clip is not among the deployment's apps: example.fruta.Clip, example.fruta.Staff"
        )
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
            "localizations names https://x.example/, which is not an experience"
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
