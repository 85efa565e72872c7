import API
import HubStorage
import Metrics
import StationService
import Testing

/// What docs/operations.md says of states and figures.
struct DocumentedOperationsTests {
    private static let page = "docs/operations.md"

    @Test func `every state is explained, with its severity`() throws {
        let rows = try Repository.table(in: Self.page, after: "| state | severity | means | meanwhile |")
        #expect(
            rows.map { Array($0.prefix(2)) }
                == StationCondition.Name.allCases.map { [$0.rawValue, $0.severity.rawValue] })
    }

    @Test func `every figure is listed with its kind, its labels and its help`() throws {
        for (page, families) in [(Self.page, StationMetrics.families), ("docs/hub.md", HubMetrics.families)] {
            let rows = try Repository.table(in: page, after: "| figure | kind | labels | says |")
            #expect(
                rows
                    == families.map { family in
                        [family.name, family.kind.name, family.labels.joined(separator: ", "), family.help]
                    })
        }
    }
}
