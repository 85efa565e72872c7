import Audit
import Geodesy
import Registry
import Testing

/// What earlier audits add to a later one.
@Suite struct `Earlier audits` {
    private let now = Timestamp(milliseconds: 1_795_000_000_000 / 600_000 * 600_000)

    private func report(
        _ chain: Chain, _ sightings: [Sighting], tags: [Registry.Tag], known: [KnownTag], staleAfterDays: Int? = nil
    ) -> AuditReport {
        let scope = AuditScope(
            stores: chain.stores, experiences: chain.experiences, templates: [chain.template], tags: tags,
            tagsAreDeployed: true, knownTags: known)
        let later = Timestamp(milliseconds: now.milliseconds + 3_600_000)
        let auditor = Auditor(scope, rules: AuditRules(now: later, staleAfterDays: staleAfterDays))
        auditor.intake.add(sightings)
        return auditor.agreedOutcome().report()
    }

    private func known(_ tag: Registry.Tag, seen: Int64, inside: Int64? = nil) -> KnownTag {
        let day: Int64 = 86_400
        return KnownTag(
            url: tag.url, uid: nil, lastSeen: now.milliseconds / 1_000 + seen * day,
            lastInside: inside.map { now.milliseconds / 1_000 + $0 * day })
    }

    @Test func `a tag that was inside a month ago and is elsewhere now was moved`() throws {
        let chain = try Chain()
        let tag = try chain.tag("q-1", store: "cupertino")
        let seen = [try chain.sighting(tag.url, at: "palo-alto")]
        #expect(report(chain, seen, tags: [tag], known: []).findings.map(\.code) == [.misplaced])
        let moved = report(chain, seen, tags: [tag], known: [known(tag, seen: -30, inside: -30)])
        #expect(moved.findings.map(\.code) == [.moved])
        #expect(moved.findings.first?.stores == ["cupertino", "palo-alto"])
        #expect(moved.findings.first?.severity == .critical)
        // Seen inside later than here: this walk is the older one.
        let later = report(chain, seen, tags: [tag], known: [known(tag, seen: 3, inside: 3)])
        #expect(later.findings.map(\.code) == [.misplaced])
    }

    /// Coordinates are erased when nothing newer is left of what a finding rests on.
    @Test func `of several tags that are at no store the one that was seen last says where`() throws {
        let chain = try Chain()
        let tags = try ["q-1", "q-2"].map { try chain.tag($0, store: "cupertino") }
        let seen = [
            try chain.sighting(tags[0].url, at: "cupertino", metres: 3_000),
            try chain.sighting(tags[1].url, at: "cupertino", metres: 5_000, minute: 40),
        ]
        let report = report(chain, seen, tags: tags, known: tags.map { known($0, seen: -30, inside: -30) })
        #expect(report.findings.map(\.code) == [.moved])
        let place = try #require(report.findings.first?.evidence.place)
        #expect(place.distance(to: seen[1].place) < 1)
    }

    @Test func `a swap after a good audit is one exchange, and names the tags and where they are now`() throws {
        let chain = try Chain()
        let stores = ["cupertino", "palo-alto"]
        let tags = try stores.flatMap { store in
            try (1...3).map { try chain.tag("\(store)-\($0)", store: store) }
        }
        let seen = try tags.enumerated().map { index, tag in
            try chain.sighting(
                tag.url, at: tag.store.text == stores[0] ? stores[1] : stores[0], metres: Double(index),
                minute: Int64(index))
        }
        let report = report(chain, seen, tags: tags, known: tags.map { known($0, seen: -30, inside: -30) })
        #expect(report.findings.map(\.code) == [.swapped])
        let next = try #require(report.findings.first?.next)
        #expect(
            next.contains(
                "At Fruta palo-alto, take down the 3 codes that open Fruta cupertino (cupertino-1, cupertino-2 and "
                    + "cupertino-3)"))
    }

    @Test func `one photograph of a sign does not make the rest of its store missing`() throws {
        let chain = try Chain()
        let tags = try (1...12).map { try chain.tag("q-\($0)", store: "cupertino") }
        func codes(_ count: Int) throws -> [FindingCode] {
            let seen = try tags.prefix(count).map { try chain.sighting($0.url, at: "cupertino") }
            return report(chain, seen, tags: tags, known: []).findings.map(\.code)
        }
        #expect(try codes(1) == [] && codes(2) == [.missing] && codes(12) == [])
    }

    @Test func `a tag that was seen since is not missing in an older walk`() throws {
        let chain = try Chain()
        let tags = [try chain.tag("q-1", store: "cupertino"), try chain.tag("q-2", store: "cupertino")]
        let seen = [try chain.sighting(tags[0].url, at: "cupertino")]
        let missing = report(chain, seen, tags: tags, known: [known(tags[1], seen: -20)])
        #expect(missing.findings.map(\.code) == [.missing])
        let lastSeen = Timestamp(milliseconds: now.milliseconds - 20 * 86_400_000)
        #expect(missing.findings.first?.evidence.lastSeen == lastSeen.iso8601)
        #expect(report(chain, seen, tags: tags, known: [known(tags[1], seen: 1)]).findings.isEmpty)
    }

    /// The walk began when the tag was seen elsewhere, before it was put right.
    @Test(arguments: [["seoul", "cupertino"], ["cupertino", "seoul"]])
    func `a tag that was seen during the walk is not missing, whatever became of another one since`(
        _ stores: [String]
    ) throws {
        let chain = try Chain()
        let tags = try (1...3).map { try chain.tag("q-\($0)", store: "cupertino") }
        let day: Int64 = 24 * 60
        let seen =
            try [0, 1, 8, 9].map { try chain.sighting(tags[0].url, at: stores[$0 / 8], minute: Int64($0) * day) }
            + [tags[1].url, chain.url("q-4", "cupertino")].map {
                try chain.sighting($0, at: "cupertino", minute: 9 * day)
            }
        func missing(_ known: KnownTag) -> Finding? {
            report(chain, seen, tags: tags, known: [known]).findings.first { $0.code == .missing }
        }
        #expect(missing(known(tags[2], seen: 2)) == nil)
        #expect(missing(known(tags[2], seen: -2))?.lastEvidence == now.milliseconds / 1_000)
    }

    @Test func `a tag that no audit has seen for long is stale although this one did not see it`() throws {
        let chain = try Chain()
        let tags = [try chain.tag("q-1", store: "cupertino"), try chain.tag("q-2", store: "palo-alto")]
        let seen = [try chain.sighting(tags[0].url, at: "cupertino")]
        let old = [known(tags[1], seen: -90)]
        let stale = report(chain, seen, tags: tags, known: old, staleAfterDays: 60)
        #expect(stale.findings.map(\.code) == [.stale] && stale.findings.first?.tags == ["q-2"])
        #expect(report(chain, seen, tags: tags, known: old, staleAfterDays: 120).findings.isEmpty)
        // What is seen now is not forgotten, however long it was not seen before.
        #expect(
            report(chain, seen, tags: tags, known: [known(tags[0], seen: -90)], staleAfterDays: 60).findings.isEmpty)
    }

    @Test func `the same trouble has the same identity, and other trouble another`() throws {
        let chain = try Chain()
        let tags = try (1...3).map { try chain.tag("q-\($0)", store: "cupertino") }
        func found(_ count: Int, at store: String) throws -> Finding {
            let sightings =
                try tags.prefix(count).map { try chain.sighting($0.url, at: store) }
                + (try tags.dropFirst(count).map { try chain.sighting($0.url, at: "cupertino") })
            return try #require(report(chain, sightings, tags: tags, known: []).findings.first)
        }
        let one = try found(1, at: "seoul")
        #expect(one.code == .misplaced)
        #expect(try found(1, at: "palo-alto").identity != one.identity)
        let foreign = try ["https://fraud.example/x", "https://fraud.example/y", "https://scam.example/x"].map { url in
            try #require(
                report(chain, [try chain.sighting(url, at: "seoul")], tags: [], known: []).findings.first
            ).identity
        }
        #expect(foreign[0] == foreign[1] && foreign[0] != foreign[2])
    }
}
