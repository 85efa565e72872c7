internal import Geodesy
internal import Registry

/// What has been seen, tag by tag. Grows with the number of tags and devices, never with that of rows.
struct SightingLedger: Sendable {
    /// A tag as a sighting shows it.
    struct Content: Sendable, Hashable {
        let url: String
        let uid: ChipUID?
    }

    private(set) var rows = 0
    private var visits: [Content: Visits] = [:]
    private var devices: [String: Int] = [:]

    mutating func add(_ sighting: Sighting) {
        rows += 1
        let fix = Fix(sigma: sighting.error.sigma, time: sighting.time, place: sighting.place)
        let visit = Visit(device: number(of: sighting.device ?? ""), fix: fix)
        visits[Content(url: sighting.url, uid: sighting.uid), default: Visits()].add(visit)
    }

    /// Adds what another ledger holds, as if its rows had been added here.
    mutating func merge(_ other: SightingLedger) {
        rows += other.rows
        let names = Dictionary(uniqueKeysWithValues: other.devices.map { ($1, $0) })
        for (content, more) in other.visits {
            for visit in more.all {
                let device = number(of: names[visit.device] ?? "")
                visits[content, default: Visits()].add(Visit(device: device, fix: visit.fix))
            }
        }
    }

    /// The tags in the order of their URLs and chips.
    ///
    /// A phone's camera and most phones' readers tell no chip. Sightings without one belong to the chip that
    /// carries the same URL when there is exactly one such chip.
    func tags() -> [(content: Content, visits: Visits)] {
        var chips: [String: Set<ChipUID>] = [:]
        for case (let content, let uid?) in visits.keys.map({ ($0, $0.uid) }) {
            chips[content.url, default: []].insert(uid)
        }
        var merged: [Content: Visits] = [:]
        for (content, visits) in visits {
            let known = chips[content.url] ?? []
            let owner = known.count == 1 ? Content(url: content.url, uid: known.first) : content
            for visit in visits.all { merged[owner, default: Visits()].add(visit) }
        }
        return merged.map { ($0, $1) }.sorted { left, right in
            (left.content.url, left.content.uid?.hexadecimal ?? "")
                < (right.content.url, right.content.uid?.hexadecimal ?? "")
        }
    }

    private mutating func number(of device: String) -> Int {
        if let number = devices[device] { return number }
        devices[device] = devices.count
        return devices.count - 1
    }
}
