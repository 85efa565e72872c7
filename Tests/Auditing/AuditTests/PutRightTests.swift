import Audit
import Registry
import Testing

/// Tags that hung elsewhere and then were put right.
@Suite struct `A tag that was put right` {
    private let day: Int64 = 24 * 60

    /// The tag's verdict, and the findings.
    private func audit(
        _ seen: [(store: String, day: Int64)]
    ) throws -> (verdict: Verdict?, findings: [Finding], start: Int64) {
        let chain = try Chain()
        let tag = try chain.tag("q-1", store: "cupertino")
        let sightings = try seen.map { try chain.sighting(tag.url, at: $0.store, minute: $0.day * day) }
        let auditor = Auditor(chain.scope(tags: [tag]), rules: AuditRules())
        auditor.intake.add(sightings)
        let outcome = auditor.agreedOutcome()
        let start = try chain.sighting(tag.url, at: "cupertino").time.milliseconds / 1_000
        return (outcome.report(listingTags: true).tags?.first?.verdict, outcome.findings, start)
    }

    @Test func `is inside when two of its last visits say so, whatever was seen before`() throws {
        let before = (0..<4).map { (store: "palo-alto", day: Int64($0)) }
        let once = try audit(before + [("cupertino", 8)])
        #expect(once.verdict == .outside && once.findings.map(\.code) == [.misplaced])
        let twice = try audit(before + [("cupertino", 8), ("cupertino", 9)])
        #expect(twice.verdict == .inside && twice.findings.isEmpty)
        // It was there before it went astray as well.
        let moved = try audit([("cupertino", -3), ("cupertino", -2), ("cupertino", -1)] + before)
        #expect(moved.findings.map(\.code) == [.moved])
        let back = try audit(
            [("cupertino", -3), ("cupertino", -2), ("cupertino", -1)] + before + [("cupertino", 8), ("cupertino", 9)])
        #expect(back.verdict == .inside && back.findings.isEmpty)
    }

    /// No two of its visits agree, and none is at its store: together they say that it is elsewhere, up to the last one.
    @Test func `is found elsewhere by the last of its visits where each is at another place`() throws {
        let chain = try Chain()
        let tag = try chain.tag("q-1", store: "cupertino")
        let seen = [
            try chain.sighting(tag.url, at: "palo-alto", accuracy: 3),
            try chain.sighting(tag.url, at: "san-francisco", accuracy: 8, minute: 4 * day),
        ]
        let auditor = Auditor(chain.scope(tags: [tag]), rules: AuditRules())
        auditor.intake.add(seen)
        let findings = auditor.agreedOutcome().findings
        #expect(findings.map(\.code) == [.misplaced])
        #expect(findings.first?.lastEvidence == seen[1].time.milliseconds / 1_000)
    }

    @Test func `is found elsewhere by the visits there, not by a later one that was left out`() throws {
        let found = try audit([("palo-alto", 0), ("palo-alto", 1), ("cupertino", 4)])
        #expect(found.findings.map(\.code) == [.misplaced])
        #expect(found.findings.first?.lastEvidence == found.start + 86_400)
    }
}
