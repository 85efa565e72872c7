import Testing

/// The check in the end of a soak notices what it is there for.
@Suite struct `The check of a soak` {
    private typealias Written = SoakPicture.Written

    private static let a = Written(tag: "a1", uid: "04", url: "https://f.example/1")
    private static let b = Written(tag: "a2", uid: "05", url: "https://f.example/2")

    private var sound: SoakPicture {
        SoakPicture(
            expected: ["a1", "a2"], hub: [Self.a, Self.b],
            stations: [.init(tags: [Self.a], journal: [Self.a]), .init(tags: [Self.b], journal: [Self.b])],
            chips: ["04": .reads(.url(Self.a.url)), "05": .reads(.url(Self.b.url)), "06": .blank])
    }

    @Test func `has nothing to say where all agree`() {
        #expect(sound.complaints == [])
    }

    @Test func `notices a tag on a second chip`() {
        var picture = sound
        picture.chips["06"] = .reads(.url(Self.a.url))
        #expect(picture.complaints == ["chip 06: https://f.example/1, and the hub has none"])
    }

    @Test func `notices a chip that was changed, one that was emptied, and one that is not there`() {
        for view: PhoneView in [.url(Self.b.url), .nothing, .damaged] {
            var picture = sound
            picture.chips["04"] = .reads(view)
            #expect(picture.complaints == ["chip 04: \(view), and the hub has a1"])
        }
        var picture = sound
        picture.chips["04"] = nil
        #expect(picture.complaints == ["a1 on 04: there is not such a chip"])
        picture.chips["04"] = .blank
        #expect(picture.complaints == ["chip 04: nothing was written, and the hub has a1"])
    }

    @Test func `notices a tag that two stations have written, and one that the hub has from none`() {
        var picture = sound
        picture.stations[1].tags.append(Written(tag: "a1", uid: "06", url: Self.a.url))
        #expect(picture.complaints.contains("two stations have written one tag"))
        picture = sound
        picture.stations[1] = .init(tags: [], journal: [])
        #expect(picture.complaints == ["not at stations and hub alike: [a2 on 05]"])
    }

    @Test func `notices a tag that is missing at the hub, and two on one chip`() {
        var picture = sound
        picture.hub = [Self.a, Written(tag: "a2", uid: "", url: "")]
        #expect(picture.complaints.contains { $0.hasPrefix("not at stations and hub alike") })
        picture = sound
        picture.hub[1] = Written(tag: "a2", uid: "04", url: Self.b.url)
        #expect(picture.complaints.contains("the hub has two tags on one chip, or some on none"))
        picture = sound
        picture.hub.removeLast()
        #expect(picture.complaints.contains("the hub has other tags than were planned"))
    }

    @Test func `notices a journal that does not confirm a write`() {
        var picture = sound
        picture.stations[0].journal = []
        #expect(picture.complaints == ["station 1's journal says otherwise than its registry: [a1 on 04]"])
    }
}
