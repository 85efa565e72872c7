import AppStoreConnect
import Foundation
import Testing

@Suite struct `A plan` {
    private func wanted(
        _ link: String, title: String = "Fruta", action: String = "OPEN", image: WantedImage? = nil,
        place: Place? = nil, isActive: Bool = true
    ) -> WantedExperience {
        WantedExperience(
            link: link,
            attributes: ExperienceAttributes(
                defaultLanguage: .known(.en), isPoweredBy: false, action: Tolerated(action), place: place),
            localizations: [.known(.en): CardText(title: title, subtitle: "Order ahead")], image: image,
            isActive: isActive)
    }

    private func registered(
        _ id: String, _ link: String, title: String = "Fruta", status: String = "RECEIVED",
        image: ImageAttributes? = nil, place: Place? = nil
    ) -> RegisteredExperience {
        RegisteredExperience(
            id: id,
            attributes: ExperienceAttributes(
                link: link, defaultLanguage: .known(.en), isPoweredBy: false, action: .known(.open), place: place,
                status: Tolerated(status)),
            localizations: [.known(.en): CardText(title: title, subtitle: "Order ahead")], image: image)
    }

    private func plan(
        _ registered: [RegisteredExperience], _ wanted: [WantedExperience], deactivatingOthers: Bool = false
    ) -> ConnectPlan {
        ConnectPlan(
            from: RegisteredState(experiences: registered), to: WantedState(experiences: wanted, invocations: nil),
            deactivatingOthers: deactivatingOthers)
    }

    @Test func `is empty when all is as wanted`() {
        let plan = plan([registered("1", "https://a.example/")], [wanted("https://a.example/")])
        #expect(plan.steps.isEmpty && plan.findings.isEmpty)
        #expect(plan.unchanged == 1)
    }

    @Test func `creates what is missing and names the changes of the rest`() {
        let plan = plan(
            [registered("1", "https://a.example/", title: "Old")],
            [wanted("https://a.example/", action: "VIEW"), wanted("https://b.example/")])
        #expect(
            plan.steps == [
                .create(wanted("https://b.example/"), successorOf: nil),
                .update(
                    id: "1", wanted("https://a.example/", action: "VIEW"),
                    [Change("action", from: "OPEN", to: "VIEW"), Change("title.EN", from: "Old", to: "Fruta")]),
            ])
    }

    @Test func `says that a changed URL is a new experience beside the old one`() {
        let plan = plan([registered("1", "https://a.example/old")], [wanted("https://a.example/new")])
        #expect(
            plan.steps == [.create(wanted("https://a.example/new"), successorOf: "https://a.example/old")])
        #expect(plan.findings.map(\.kind) == [.foreign])
    }

    @Test func `leaves what others own, unless told otherwise`() {
        let other = registered("9", "https://b.example/")
        #expect(plan([other], []).steps.isEmpty)
        #expect(plan([other], []).findings.map(\.kind) == [.foreign])
        #expect(
            plan([other], [], deactivatingOthers: true).steps
                == [.deactivate(id: "9", link: "https://b.example/")])
    }

    @Test func `deactivates what is retired, once`() {
        let retired = wanted("https://a.example/", isActive: false)
        #expect(
            plan([registered("1", "https://a.example/")], [retired]).steps
                == [.deactivate(id: "1", link: "https://a.example/")])
        #expect(plan([registered("1", "https://a.example/", status: "DEACTIVATED")], [retired]).steps.isEmpty)
        #expect(plan([], [retired]).steps.isEmpty)
    }

    @Test func `brings a deactivated experience back instead of creating a second`() {
        let step = plan([registered("1", "https://a.example/", status: "DEACTIVATED")], [wanted("https://a.example/")])
            .steps
        #expect(
            step == [
                .update(
                    id: "1", wanted("https://a.example/"), [Change("status", from: "DEACTIVATED", to: "active")])
            ])
    }

    @Test func `keeps the oldest of several served experiences with one URL, and says so`() {
        let plan = plan(
            [registered("20", "https://a.example/"), registered("3", "https://a.example/")],
            [wanted("https://a.example/", title: "New")])
        guard case .update(let id, _, _) = plan.steps.first else {
            Issue.record("no update")
            return
        }
        #expect(id == "3")
        #expect(plan.findings.map(\.kind) == [.duplicate])
    }

    @Test func `a status that came later is a finding and no reason to create again`() {
        let plan = plan([registered("1", "https://a.example/", status: "UNDER_REVIEW")], [wanted("https://a.example/")])
        #expect(plan.steps.isEmpty)
        #expect(plan.findings.map(\.text) == ["its status UNDER_REVIEW is not known to this version"])
    }

    @Test func `compares what is said of a telephone number`() throws {
        func place(_ members: String) throws -> Place {
            try JSONDecoder().decode(Place.self, from: Data("{\(members)}".utf8))
        }
        func changes(_ old: String, _ new: String) throws -> [Change] {
            let plan = plan(
                [registered("1", "https://a.example/", place: try place(old))],
                [wanted("https://a.example/", place: try place(new))])
            guard case .update(_, _, let changes) = plan.steps.first else { return [] }
            return changes
        }
        let phone = #""phoneNumber": {"number": "+14085550123""#
        let landline = #"\#(phone), "type": "LANDLINE", "intent": "SALES"}"#
        #expect(
            try changes(landline, #"\#(phone), "type": "MOBILE"}"#)
                == [Change("place.phoneNumber.type", from: "LANDLINE", to: "MOBILE")])
        #expect(
            try changes(landline, #"\#(phone), "intent": "SUPPORT"}"#)
                == [Change("place.phoneNumber.intent", from: "SALES", to: "SUPPORT")])
        #expect(try changes(landline, #"\#(phone)}"#) == [])
    }

    @Test(arguments: [
        ("abc", "COMPLETE", true), ("ABC", "COMPLETE", true), ("abd", "COMPLETE", false), ("abc", "FAILED", false),
        ("abc", "SOMETHING_NEW", true), ("abc", "AWAITING_UPLOAD", false),
    ])
    func `an image is told by its checksum and must have arrived`(checksum: String, state: String, isSame: Bool) {
        var image = ImageAttributes(fileName: "h.png", fileSize: 3, sourceFileChecksum: checksum)
        image.assetDeliveryState = .init(errors: nil, state: Tolerated(state))
        let wanted = wanted(
            "https://a.example/", image: WantedImage(path: "images/h.png", size: 3, checksum: "abc"))
        let plan = plan([registered("1", "https://a.example/", image: image)], [wanted])
        #expect(plan.steps.isEmpty == isSame)
    }

    @Test func `a place is compared where the deployment speaks of it, and its point within a rounding`() {
        var here = Place(names: ["Fruta"], displayPoint: .init(latitude: 37.3230001, longitude: -122.0322))
        here.mapAction = "RESTAURANT_ORDER_FOOD"
        var there = Place(displayPoint: .init(latitude: 37.323, longitude: -122.0322, source: "MANUALLY_PLACED"))
        func changes() -> [String] {
            plan([registered("1", "https://a.example/", place: here)], [wanted("https://a.example/", place: there)])
                .steps.flatMap { step -> [String] in
                    guard case .update(_, _, let changes) = step else { return [] }
                    return changes.map(\.part)
                }
        }
        #expect(changes() == [])
        there.mapAction = "RESTAURANT_RESERVATION"
        there.displayPoint = .init(latitude: 37.324, longitude: -122.0322)
        #expect(changes() == ["place.mapAction", "place.displayPoint"])
    }

    @Test func `what the deployment does not say is sent where an experience is created, and only there`() {
        let unsaid = WantedExperience(
            link: "https://a.example/",
            attributes: ExperienceAttributes(defaultLanguage: .known(.en), action: .known(.open)),
            localizations: [.known(.en): CardText(title: "Fruta", subtitle: "Order ahead")], image: nil)
        let creation = ExperienceRequest(creating: unsaid, clip: "c", image: nil)
        #expect(creation.data.attributes.isPoweredBy == false)
        let update = ExperienceRequest(updating: "1", to: unsaid, image: nil, reactivating: false)
        #expect(update.data.attributes.isPoweredBy == nil)
    }

    private static let place = """
        {"placeId": "I8B2", "names": ["Fruta"], "mainAddress": {"fullAddress": "1 Main St", "structuredAddress":
        {"locality": "Ely"}}, "mapAction": "RESTAURANT_ORDER_FOOD", "phoneNumber": {"number": "+1", "type": "MOBILE"},
        "displayPoint": {"coordinates": {"latitude": 37.3, "longitude": -122}, "source": "CALCULATED"}}
        """

    /// What of the registered place is another text in the one that is sent; without such a text none is sent.
    @Test(arguments: [
        (#"{"names": ["Fruta"], "mainAddress": {"fullAddress": "1 Main St"}}"#, "", ""),
        (#"{"mapAction": "RESTAURANT_RESERVATION"}"#, "RESTAURANT_ORDER_FOOD", "RESTAURANT_RESERVATION"),
        (
            #"{"mainAddress": {"fullAddress": "1 Main St"}, "phoneNumber": {"number": "+1"}, "names": ["F"]}"#,
            #""Fruta""#, #""F""#
        ),
        (#"{"phoneNumber": {"number": "+2"}}"#, #""+1", "type": "MOBILE""#, #""+2""#),
        (#"{"placeId": "J", "displayPoint": {"coordinates": {"latitude": 37.3, "longitude": -122}}}"#, "I8B2", "J"),
    ])
    func `a place is sent where it differs, with all that is registered`(
        said: String, old: String, new: String
    ) throws {
        func decode(_ text: String) throws -> Place { try JSONDecoder().decode(Place.self, from: Data(text.utf8)) }
        let here = try decode(Self.place)
        let plan = try plan(
            [registered("1", "https://a.example/", title: "Old", place: here)],
            [wanted("https://a.example/", place: decode(said))])
        guard case .update(_, let sent, _) = try #require(plan.steps.first) else {
            Issue.record("no update")
            return
        }
        let expected = try old.isEmpty ? nil : decode(Self.place.replacing(old, with: new))
        #expect(sent.attributes.place == expected)
    }

    private static let addresses = [
        "none": "{}",
        "full": #"{"fullAddress": "1 Main St"}"#,
        "parts": #"{"structuredAddress": {"locality": "Ely"}}"#,
        "both": #"{"fullAddress": "1 Main St", "structuredAddress": {"locality": "Ely"}}"#,
        "other": #"{"fullAddress": "2 High St"}"#,
    ]

    /// The address that is sent for a registered and a wanted one, and whether what is registered of the point stays.
    @Test(arguments: [
        ("full", "full", "full", true),
        ("both", "full", "both", true),
        ("both", "parts", "both", true),
        ("full", "both", "both", true),
        ("both", "none", "both", true),
        ("full", "parts", "parts", false),
        ("parts", "full", "full", false),
        ("both", "other", "other", false),
    ])
    func `an address that is another takes along what was known of the former one`(
        old: String, new: String, expected: String, stays: Bool
    ) throws {
        func place(_ members: String, at name: String) throws -> Place {
            let address = try #require(Self.addresses[name])
            return try JSONDecoder().decode(Place.self, from: Data("{\(members), \"mainAddress\": \(address)}".utf8))
        }
        let point = #""placeId": "I8B2", "displayPoint": {"coordinates": {"latitude": 37.3, "longitude": -122}}"#
        let here = try place(#""mapAction": "RESTAURANT_RESERVATION", \#(point)"#, at: old)
        let plan = plan(
            [registered("1", "https://a.example/", place: here)],
            [wanted("https://a.example/", place: try place(#""names": ["Fruta"]"#, at: new))])
        guard case .update(_, let sent, _) = try #require(plan.steps.first) else {
            Issue.record("no update")
            return
        }
        let members = #""mapAction": "RESTAURANT_RESERVATION", "names": ["Fruta"]"#
        #expect(try sent.attributes.place == place(stays ? "\(members), \(point)" : members, at: expected))
    }

    @Test func `invocations that differ are deleted before others are created`() {
        let same = WantedInvocation(url: "https://a.example/?t=1", title: "T1 door", locale: "en-US")
        let new = WantedInvocation(url: "https://a.example/?t=2", title: "T2 till", locale: "en-US")
        let state = RegisteredState(
            experiences: [],
            invocations: [
                RegisteredInvocation(id: "1", url: same.url, titles: ["en-US": same.title]),
                RegisteredInvocation(id: "2", url: "https://a.example/?t=9", titles: [:]),
            ])
        let plan = ConnectPlan(from: state, to: WantedState(experiences: [], invocations: [same, new]))
        #expect(
            plan.steps == [.deleteInvocation(id: "2", url: "https://a.example/?t=9"), .createInvocation(new)])
        #expect(ConnectPlan(from: state, to: WantedState(experiences: [], invocations: nil)).steps.isEmpty)
    }
}
