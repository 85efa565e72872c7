import Foundation
import HubStorage
import Metrics
import StationService
import TestBench
import Testing

/// The alarms of a hub against the figures that it tells.
struct AlarmRulesTests {
    private static let file = "prometheus/waymark-hub.yml"
    private static let python = "/usr/bin/python3"
    private static let families = StationMetrics.families + HubMetrics.families
    /// What a scrape itself adds.
    private static let scraped: Set = ["job", "instance"]
    private static let words: Set = ["and", "by", "increase", "max", "min", "or", "sum"]

    private struct Rules: Decodable {
        let groups: [Group]

        struct Group: Decodable {
            let name: String
            let rules: [Rule]
        }

        struct Rule: Decodable {
            let alert: String
            let expr: String
            let labels: [String: String]
            let annotations: [String: String]

            /// Without matchers, groupings and numbers.
            var bare: String {
                expr.replacing(/\{[^}]*\}|\[[^\]]*\]/, with: " ").replacing(/\bby \([^)]*\)/, with: " ")
                    .replacing(/\b[0-9][0-9a-z.]*/, with: " ")
            }

            var metrics: Set<String> {
                Set(bare.matches(of: /[A-Za-z_]\w*/).map { String($0.output) }).subtracting(words)
            }

            var groupings: Set<String> {
                Set(
                    expr.matches(of: /\bby \(([^)]*)\)/).flatMap { $0.output.1.matches(of: /\w+/) }.map {
                        String($0.output)
                    })
            }

            var matched: Set<String> { Set(expr.matches(of: /(\w+)(=~|!~|!=|=)"/).map { String($0.output.1) }) }
        }
    }

    private func rules() throws -> [Rules.Rule] {
        let script = "import json, sys, yaml; print(json.dumps(yaml.safe_load(open(sys.argv[1]))))"
        let ending = try Tool(path: Self.python).run(["-c", script, Repository.path(Self.file)])
        #expect(ending.status == 0, "\(ending.errors)")
        let rules = try JSONDecoder().decode(Rules.self, from: Data(ending.output.utf8))
        #expect(rules.groups.map(\.name) == ["waymark-hub"])
        return rules.groups.flatMap(\.rules)
    }

    @Test func `ask for figures that there are, by labels that these have`() throws {
        let rules = try rules()
        #expect(rules.count >= 7 && Set(rules.map(\.alert)).count == rules.count)
        for rule in rules {
            #expect(!rule.metrics.isEmpty)
            let known = rule.metrics.filter { name in name != "up" }.map { name in
                Self.families.first { $0.name == name }
            }
            #expect(!known.contains(nil), "\(rule.alert): \(rule.metrics.sorted())")
            let labels = Self.scraped.union(known.compactMap { $0 }.flatMap(\.labels))
            #expect(rule.groupings.union(rule.matched).isSubset(of: labels), "\(rule.alert)")
        }
    }

    @Test func `say how bad it is, what it is, and what next`() throws {
        for rule in try rules() {
            #expect(["critical", "warning"].contains(rule.labels["severity"]), "\(rule.alert)")
            #expect(Set(rule.annotations.keys) == ["summary", "next"], "\(rule.alert)")
            #expect(rule.annotations.values.allSatisfy { !$0.isEmpty })
        }
    }

    @Test func `of a fork know every code that is counted from the start`() throws {
        let rule = try #require(try rules().first { $0.alert == "WaymarkHubFork" })
        let codes = try #require(rule.expr.firstMatch(of: /code=~"([^"]+)"/)).output.1
        #expect(codes.split(separator: "|").map(String.init) == HubMetrics.forkCodes)
    }

    @Test func `are in the hub's package, and the manual names them`() throws {
        #expect(try Repository.text("debian/rules").contains("/usr/share/doc/waymark-hub/examples \(Self.file)"))
        #expect(try Repository.text("docs/hub.md").contains("/usr/share/doc/waymark-hub/examples/waymark-hub.yml"))
    }
}
