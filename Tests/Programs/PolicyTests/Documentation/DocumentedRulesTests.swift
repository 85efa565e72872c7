import DeploymentCheck
import Sites
import Testing

/// docs/app-clip-side.md against the rules.
struct DocumentedRulesTests {
    @Test func `the manual lists every rule, in the order of a report`() throws {
        let rows = try Repository.table(in: "docs/app-clip-side.md", after: "## What is checked")
        #expect(rows.map { $0[0] } == RuleCode.allCases.map(\.rawValue))
    }

    @Test func `the manual lists every fault of a site`() throws {
        let rows = try Repository.table(in: "docs/app-clip-side.md", after: "## What Apple fetches")
        #expect(rows.map { $0[0] } == SiteFault.Code.allCases.map(\.rawValue))
    }
}
