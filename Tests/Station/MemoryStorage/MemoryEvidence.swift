import Chips
import Registry

/// What was seen, and what audits said of it.
struct MemoryEvidence {
    struct Row<Content: Hashable> {
        let content: Content
        let number: Int64
    }

    struct Source {
        let kind: EvidenceKind
        let file: String
        var isOpen = true
    }

    private struct TagKey: Hashable {
        let url: String
        let uid: ChipUID?
    }

    private var knownSightings: Set<KeptSighting> = []
    private var knownConfirmations: Set<KeptConfirmation> = []
    private var verdicts: [TagKey: KnownTag] = [:]
    private(set) var sightings: [Row<KeptSighting>] = []
    private(set) var confirmations: [Row<KeptConfirmation>] = []
    private(set) var sources: [Int64: Source] = [:]
    private(set) var lastAudited: Int64 = 0
    var lastImport: Int64 = 0

    var knownTags: [KnownTag] { Array(verdicts.values) }

    mutating func begin(_ kind: EvidenceKind, _ file: String) -> Int64 {
        lastImport += 1
        sources[lastImport] = Source(kind: kind, file: file)
        return lastImport
    }

    mutating func endImport(_ number: Int64) { sources[number]?.isOpen = false }

    mutating func keep(_ rows: [KeptSighting], _ number: Int64) -> Int {
        let new = rows.filter { knownSightings.insert($0).inserted }
        sightings += new.map { Row(content: $0, number: number) }
        return new.count
    }

    mutating func keep(_ rows: [KeptConfirmation], _ number: Int64) -> Int {
        let new = rows.filter { knownConfirmations.insert($0).inserted }
        confirmations += new.map { Row(content: $0, number: number) }
        return new.count
    }

    mutating func keep(_ found: [TagVerdict]) {
        lastAudited = sources.filter { !$0.value.isOpen }.keys.max() ?? 0
        for verdict in found {
            let key = TagKey(url: verdict.url, uid: verdict.uid)
            let known = verdicts[key]
            if let known, known.lastSeen > verdict.lastSeen { continue }
            verdicts[key] = KnownTag(
                url: verdict.url, uid: verdict.uid, lastSeen: verdict.lastSeen,
                lastInside: verdict.seenInside ?? known?.lastInside)
        }
    }

    mutating func erase(before: Int64?, device: DevicePseudonym?) -> (sightings: Int, confirmations: Int) {
        func isMeant(_ time: Int64, _ owner: DevicePseudonym?) -> Bool {
            (before.map { time < $0 } ?? true) && (device.map { owner == $0 } ?? true)
        }
        let count = (sightings.count, confirmations.count)
        sightings.removeAll { isMeant($0.content.time, $0.content.device) }
        confirmations.removeAll { isMeant($0.content.time, $0.content.device) }
        knownSightings = Set(sightings.map(\.content))
        knownConfirmations = Set(confirmations.map(\.content))
        return (count.0 - sightings.count, count.1 - confirmations.count)
    }
}
