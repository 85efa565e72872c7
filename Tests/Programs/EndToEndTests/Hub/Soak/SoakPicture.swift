import ReaderEmulator

/// What is known of a soak's tags in the end, by everybody who knows something: the hub, the stations, their journals, the
/// chips.
struct SoakPicture {
    /// A tag that is called written.
    struct Written: Hashable, CustomStringConvertible {
        let tag: String
        let uid: String
        let url: String

        var description: String { "\(tag) on \(uid)" }
    }

    /// What each station says.
    struct Station {
        /// Of its registry.
        var tags: [Written]
        /// The last write of each tag that its journal confirms.
        var journal: [Written]
    }

    enum Chip: Equatable, CustomStringConvertible {
        /// As it was made.
        case blank
        case reads(PhoneView)

        var description: String {
            switch self {
            case .blank: "nothing was written"
            case .reads(let view): "\(view)"
            }
        }
    }

    var expected: Set<String>
    /// Of the hub's registry, tags that are not written among them: with an empty UID.
    var hub: [Written]
    var stations: [Station]
    /// By their UIDs.
    var chips: [String: Chip]

    /// What does not fit. Nothing: each identifier is on one chip, and all of them say the same.
    var complaints: [String] {
        var complaints: [String] = []
        func demand(_ holds: Bool, _ complaint: @autoclosure () -> String) {
            if !holds { complaints.append(complaint()) }
        }
        let hub = Set(hub)
        demand(hub.count == self.hub.count, "the hub lists a tag twice")
        demand(Set(hub.map(\.tag)) == expected, "the hub has other tags than were planned")
        demand(Set(hub.map(\.uid)).count == expected.count, "the hub has two tags on one chip, or some on none")
        let written = stations.flatMap(\.tags)
        demand(Set(written.map(\.tag)).count == written.count, "two stations have written one tag")
        demand(Set(written) == hub, "not at stations and hub alike: \(Set(written).symmetricDifference(hub))")
        for (number, station) in stations.enumerated() {
            let difference = Set(station.tags).symmetricDifference(station.journal)
            demand(
                difference.isEmpty, "station \(number + 1)'s journal says otherwise than its registry: \(difference)")
        }
        let tagOf = Dictionary(hub.map { ($0.uid, $0) }) { first, _ in first }
        for (uid, chip) in chips {
            let tag = tagOf[uid]
            demand(
                chip == tag.map { .reads(.url($0.url)) } ?? .blank,
                "chip \(uid): \(chip), and the hub has \(tag?.tag ?? "none")")
        }
        for tag in hub where chips[tag.uid] == nil { complaints.append("\(tag): there is not such a chip") }
        return complaints
    }
}
