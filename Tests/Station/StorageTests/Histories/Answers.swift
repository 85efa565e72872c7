import AppClips
import Chips
import Registry

/// What a storage answers to every question, each answer with the question, for a comparison with another storage's.
struct Answers {
    private(set) var all: [(question: String, answer: AnyHashable)] = []

    typealias Storage = RegistryStorage & RegistryQueries & RegistryAccess & RegistryHistory

    /// `about`: what is asked about one by one.
    init(_ storage: any Storage, about tags: [Registry.Tag]) async throws {
        try await add(storage)
        try await add(lists: storage)
        try await add(history: storage)
        try await add(storage, about: tags)
    }

    private mutating func add(_ question: String, _ answer: some Hashable) {
        all.append((question, AnyHashable(answer)))
    }

    private mutating func add(_ storage: any Storage) async throws {
        add("journal", try await storage.journal(from: 1, limit: 100_000))
        add("journal from 7", try await storage.journal(from: 7, limit: 5))
        add("newest entry", try await storage.newestEntry())
        add("latest time", try await storage.latestTime())
        add("journal's check", try await storage.verifyJournal())
        add("proof of the tables", try await storage.proveTables())
        add("stores", try await storage.stores())
        add("experiences", try await storage.experiences())
        add("readers", try await storage.readers())
        add("deployments", try await storage.deployments())
        add("batches", try await storage.batches())
        for batch in try await storage.batches().map(\.name) {
            add("batch \(batch)", try await storage.batch(batch))
            add("summary of \(batch)", try await storage.batch(summary: batch))
            add("head of \(batch)", try await storage.batch(head: batch))
        }
        add("tags", try await storage.tags())
        add("former carriers", try await storage.formerCarriers())
        add("templates", try await storage.templates())
        add("tokens", try await storage.tokens())
        add("sessions", Set(try await storage.sessions()))
    }

    private mutating func add(lists storage: any Storage) async throws {
        let deployments = [nil, DeploymentName("d0")]
        for limit in [2, 1_000] {
            for deployment in deployments {
                add(
                    "stores of \(deployment as Any) by \(limit)",
                    try await pages(limit, { $0.id.key }) {
                        try await storage.stores(StoreFilter(deployment: deployment), $0)
                    })
                add(
                    "experiences of \(deployment as Any) by \(limit)",
                    try await pages(limit, { $0.url.text }) {
                        try await storage.experiences(ExperienceFilter(deployment: deployment), $0)
                    })
                add(
                    "findings of \(deployment as Any) by \(limit)",
                    try await pages(limit, { String($0.number) }) {
                        try await storage.findings(
                            FindingFilter(states: Set(KeptFinding.State.allCases), deployment: deployment), $0)
                    })
            }
            for text in ["e", "%", "\u{E9}", "S1"] {
                add(
                    "stores with \(text) by \(limit)",
                    try await pages(limit, { $0.id.key }) { try await storage.stores(StoreFilter(text: text), $0) })
                add(
                    "tags with \(text) by \(limit)",
                    try await pages(limit, { $0.id.text }) { try await storage.tags(TagFilter(text: text), $0) })
            }
            for filter in try Self.tagFilters {
                add(
                    "tags \(filter) by \(limit)",
                    try await pages(limit, { $0.id.text }) { try await storage.tags(filter, $0) })
            }
            for newestFirst in [false, true] {
                add(
                    "journal \(newestFirst) by \(limit)",
                    try await pages(limit * 10, { String($0.sequence) }) {
                        try await storage.journal(JournalFilter(text: "t", newestFirst: newestFirst), $0)
                    })
            }
        }
    }

    private static var tagFilters: [TagFilter] {
        get throws {
            [
                TagFilter(), TagFilter(store: try name("s1")), TagFilter(state: .written),
                TagFilter(deployment: try name("d1"), medium: .nfc), TagFilter(isCommissioned: true),
                TagFilter(isCommissioned: false),
            ]
        }
    }

    private func pages<Element>(
        _ limit: Int, _ key: (Element) -> String, _ page: (PageRequest) async throws -> [Element]
    ) async throws -> [Element] {
        var all: [Element] = []
        while true {
            let next = try await page(PageRequest(after: all.last.map(key), limit: limit))
            all += next
            guard next.count == limit else { return all }
        }
    }

    private mutating func add(history storage: any Storage) async throws {
        try await storage.foldEvidence { _ in }
        let rows = HandedOver()
        let count = try await storage.sightings(since: .min, afterImport: 0) { rows.add($0) }
        try await storage.confirmations { rows.add($0) }
        add("sightings", rows.sightings)
        add("how many sightings", count)
        add("confirmations", rows.confirmations)
        let last = try await storage.lastAuditedImport()
        add("last audited import", last)
        let later = HandedOver()
        _ = try await storage.sightings(since: 1_795_220_000, afterImport: last) { later.add($0) }
        add("later sightings", later.sightings)
        add("open imports", try await storage.openImports())
        add("remarks", try await storage.remarks(on: nil, limit: 1_000))
        add("pictures", try await storage.countPictures())
        let known = try await storage.knownTags()
        add("known tags", known.map { "\($0)" }.sorted())
        add("last looks", try await storage.lastLooks(at: known.map(\.url)))
        let findings = try await storage.findings(in: Set(KeptFinding.State.allCases))
        add("findings", findings)
        add("new findings", try await storage.findings(in: [.new, .accepted]))
        for number: Int64 in [1, findings.last?.number ?? 2] {
            add("finding \(number)", try await storage.finding(number))
            for side in RepairPictures.Side.allCases {
                add("picture \(side) \(number)", try await storage.picture(ofFinding: number, side))
            }
        }
        add("oldest evidence", try await storage.oldestEvidence())
        add("erasures", try await storage.erasures())
        add(
            "folded evidence",
            try await storage.readEvidence { evidence in
                var all: Set<KeptFold> = []
                try evidence.everything { all.formUnion($0.map(KeptFold.init)) }
                return all
            })
    }

    private mutating func add(_ storage: any Storage, about tags: [Registry.Tag]) async throws {
        for tag in tags {
            add("tag \(tag.id)", try await storage.tag(tag.id))
            add("journal about \(tag.id)", try await storage.journal(about: tag.id))
            add("tags with \(tag.url)", try await storage.tags(withURL: tag.url))
            guard let uid = tag.uid else { continue }
            add("tag on \(uid)", try await storage.tag(onChip: uid))
            add("former carrier on \(uid)", try await storage.formerCarrier(onChip: uid))
        }
    }

    /// Those to other questions.
    func without(_ isLeftOut: (String) -> Bool) -> Answers {
        var others = self
        others.all.removeAll { question, _ in isLeftOut(question) }
        return others
    }

    /// Questions that were answered otherwise, with both answers.
    func differences(from others: Answers) -> [String] {
        guard all.map(\.question) == others.all.map(\.question) else {
            return [
                "not the same was asked: \(Set(all.map(\.question)).symmetricDifference(others.all.map(\.question)))"
            ]
        }
        return zip(all, others.all).filter { $0.answer != $1.answer }.map { one, other in
            let (answer, expected) = ("\(one.answer)", "\(other.answer)")
            let begin = zip(answer, expected).prefix { $0 == $1 }.count
            func rest(_ text: String) -> Substring { text.dropFirst(max(0, begin - 200)).prefix(300) }
            return "\(one.question): ... \(rest(answer)) ... and not ... \(rest(expected)) ..."
        }
    }
}

/// Rows that were handed over, in no order.
private final class HandedOver: @unchecked Sendable {
    // Filled by one call and read after it.
    private(set) var sightings: Set<KeptSighting> = []
    private(set) var confirmations: Set<KeptConfirmation> = []

    func add(_ rows: [KeptSighting]) { sightings.formUnion(rows) }
    func add(_ rows: [KeptConfirmation]) { confirmations.formUnion(rows) }
}

/// What is kept of a content, without the storage's numbers of contents and devices.
struct KeptFold: Hashable {
    let content: SeenContent
    let counts: [Int]
    let visits: [[UInt64]]
    let witnesses: [[UInt32]]

    init(_ seen: SeenEvidence) {
        content = seen.content
        counts = [seen.folded.sightings, seen.folded.confirmations, Int(seen.folded.lastSeen)]
        visits = seen.folded.visits.map { [UInt64($0.time), $0.north, $0.east] }
        let outcomes = Confirmation.Outcome.allCases
        witnesses = seen.folded.witnesses.map { [$0.time, UInt32(outcomes.firstIndex(of: $0.outcome) ?? 9)] }
            .sorted { $0.lexicographicallyPrecedes($1) }
    }
}
