import Registry
import Testing

/// What cannot be undone is allowed by name only.
@Suite struct PermanentRulesTests {
    @Test(arguments: Protection.allCases)
    func `a lock alone needs the name of the batch`(protection: Protection) throws {
        let rules = BatchRules(protection: protection)
        let (batch, other) = (try #require(BatchName("spring")), try #require(BatchName("Spring")))
        #expect(rules.isPermanent == (protection == .lock))
        #expect(rules.allow(writing: batch, confirmedAs: batch))
        #expect(rules.allow(writing: batch, confirmedAs: nil) != rules.isPermanent)
        #expect(rules.allow(writing: batch, confirmedAs: other) != rules.isPermanent)
        #expect(BatchSummary(name: batch, counts: [:], rules: rules).isPermanent == rules.isPermanent)
    }
}
