import Chips
import Registry
import Storage

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
        /// Also rows that were erased since.
        var kept = 0
    }

    private var knownSightings: Set<KeptSighting> = []
    private var knownConfirmations: Set<KeptConfirmation> = []
    private var verdicts: [SeenContent: KnownTag] = [:]
    private var looks: [SeenContent: LastLook] = [:]
    private(set) var sightings: [Row<KeptSighting>] = []
    private(set) var confirmations: [Row<KeptConfirmation>] = []
    private(set) var remarks: [(number: Int64, remark: KeptRemark)] = []
    private var lastRemark: Int64 = 0
    private(set) var sources: [Int64: Source] = [:]
    private(set) var lastAudited: Int64 = 0
    var lastImport: Int64 = 0

    /// All that rows, remarks and audits named, until they are swept.
    private(set) var named: Set<SeenContent> = []
    /// Contents with rows that came or went.
    private(set) var news: Set<SeenContent> = []

    var knownTags: [KnownTag] { Array(verdicts.values) }

    func lastLooks(at urls: [String]) -> [LastLook] {
        looks.values.filter { look in urls.contains { $0.utf8.elementsEqual(look.url.utf8) } }.sorted {
            ($0.url, $0.uid?.hexadecimal ?? "") < ($1.url, $1.uid?.hexadecimal ?? "")
        }
    }

    mutating func begin(_ kind: EvidenceKind, _ file: String) -> Int64 {
        lastImport += 1
        sources[lastImport] = Source(kind: kind, file: file)
        return lastImport
    }

    mutating func endImport(_ number: Int64) throws {
        try requireOpen(number)
        sources[number]?.isOpen = false
    }

    private func requireOpen(_ number: Int64) throws {
        guard sources[number]?.isOpen == true else { throw RegistryError.importNotOpen(number) }
    }

    mutating func keep(_ rows: [KeptSighting], _ number: Int64) throws -> Int {
        try requireOpen(number)
        let new = rows.filter { knownSightings.insert($0).inserted }
        sightings += new.map { Row(content: $0, number: number) }
        named.formUnion(rows.map(\.seen))
        sources[number]?.kept += new.count
        news.formUnion(new.map(\.seen))
        return new.count
    }

    mutating func keep(_ rows: [KeptConfirmation], _ number: Int64) throws -> Int {
        try requireOpen(number)
        let new = rows.filter { knownConfirmations.insert($0).inserted }
        confirmations += new.map { Row(content: $0, number: number) }
        named.formUnion(rows.map(\.seen))
        sources[number]?.kept += new.count
        news.formUnion(new.map(\.seen))
        return new.count
    }

    mutating func noteAudit(reading imports: ReadImports) {
        switch imports {
        case .upTo(let number): lastAudited = max(lastAudited, number)
        case .only(let own):
            let unread = sources.filter { number, source in
                number > lastAudited && (source.isOpen || source.kind == .sightings && !own.contains(number))
            }.keys.min()
            lastAudited = max(lastAudited, unread.map { $0 - 1 } ?? endedImports)
        }
    }

    var endedImports: Int64 {
        sources.filter(\.value.isOpen).keys.min().map { $0 - 1 } ?? sources.keys.max() ?? 0
    }

    mutating func keep(_ found: [TagVerdict]) {
        for verdict in found {
            let key = SeenContent(url: verdict.url, uid: verdict.uid)
            named.insert(key)
            let known = verdicts[key]
            if let known, known.lastSeen > verdict.lastSeen { continue }
            verdicts[key] = KnownTag(
                url: verdict.url, uid: verdict.uid, lastSeen: verdict.lastSeen,
                lastInside: verdict.seenInside ?? known?.lastInside)
            looks[key] = LastLook(
                url: verdict.url, uid: verdict.uid, store: verdict.store, verdict: verdict.verdict,
                foundStore: verdict.foundStore, lastSeen: verdict.lastSeen)
        }
    }

    mutating func keep(_ remarks: [KeptRemark]) -> Int {
        remarks.reduce(0) { count, remark in
            named.insert(remark.seen)
            let place = self.remarks.firstIndex {
                ($0.remark.time, $0.remark.seen, $0.remark.device) == (remark.time, remark.seen, remark.device)
            }
            if let place, remark.isEmpty {
                self.remarks.remove(at: place)
            } else if let place, self.remarks[place].remark != remark {
                self.remarks[place] = (self.remarks[place].number, remark)
            } else if place == nil, !remark.isEmpty {
                lastRemark += 1
                self.remarks.append((lastRemark, remark))
            } else {
                return count
            }
            return count + 1
        }
    }

    mutating func erase(
        before: Int64?, device: DevicePseudonym?
    ) -> (sightings: Int, confirmations: Int, remarks: Int) {
        func isMeant(_ time: Int64, _ owner: DevicePseudonym?) -> Bool {
            (before.map { time < $0 } ?? true) && (device.map { owner == $0 } ?? true)
        }
        let count = (sightings.count, confirmations.count, remarks.count)
        remarks.removeAll { isMeant($0.remark.time, $0.remark.device) }
        let erased =
            sightings.map(\.content).filter { isMeant($0.time, $0.device) }.map(\.url)
            + confirmations.map(\.content).filter { isMeant($0.time, $0.device) }.map(\.url)
        let places = Set(erased.map { SeenContent(url: $0, uid: nil) })
        news.formUnion(contents.filter { places.contains(SeenContent(url: $0.url, uid: nil)) })
        sightings.removeAll { isMeant($0.content.time, $0.content.device) }
        confirmations.removeAll { isMeant($0.content.time, $0.content.device) }
        knownSightings = Set(sightings.map(\.content))
        knownConfirmations = Set(confirmations.map(\.content))
        return (count.0 - sightings.count, count.1 - confirmations.count, count.2 - remarks.count)
    }

    /// Removes contents that no row has and the registry does not know, and returns them.
    mutating func removeOrphans(knownURLs: Set<[UInt8]>) -> [SeenContent] {
        let seen = contents.union(remarks.map(\.remark.seen))
        let orphans = named.filter { !seen.contains($0) && !knownURLs.contains(Array($0.url.utf8)) }
        named.subtract(orphans)
        for orphan in orphans { (verdicts[orphan], looks[orphan]) = (nil, nil) }
        return Array(orphans)
    }

    private var contents: Set<SeenContent> {
        Set(sightings.map(\.content.seen) + confirmations.map(\.content.seen))
    }

    /// Folded from the first row on, each time.
    var folded: [SeenEvidence] {
        let names = sightings.compactMap(\.content.device) + confirmations.compactMap(\.content.device)
        let devices = Dictionary(
            Set(names).sorted { $0.hexadecimal < $1.hexadecimal }.enumerated().map { ($1, Int64($0 + 1)) }
        ) { first, _ in first }
        func number(_ device: DevicePseudonym?) -> Int64 { device.flatMap { devices[$0] } ?? 0 }
        var folded: [SeenContent: FoldedEvidence] = [:]
        for row in sightings.map(\.content) {
            folded[row.seen, default: FoldedEvidence()].add([row.packed(device: number(row.device))])
        }
        for row in confirmations.map(\.content) {
            folded[row.seen, default: FoldedEvidence()].add([row.packed(device: number(row.device))].compactMap(\.self))
        }
        return folded.sorted {
            ($0.key.url, $0.key.uid?.hexadecimal ?? "") < ($1.key.url, $1.key.uid?.hexadecimal ?? "")
        }
        .enumerated().map { SeenEvidence(number: UInt128($0), $1.key, $1.value) }
    }
}

extension KeptSighting {
    fileprivate var seen: SeenContent { SeenContent(url: url, uid: uid) }
}

extension KeptConfirmation {
    fileprivate var seen: SeenContent { SeenContent(url: url, uid: nil) }
}

extension KeptRemark {
    fileprivate var seen: SeenContent { SeenContent(url: url, uid: nil) }
}
