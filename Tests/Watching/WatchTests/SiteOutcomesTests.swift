import Foundation
import Sites
import Testing
import Watch

/// Which faults of a host say that it is silent, hide others, or are of Apple's copy.
struct SiteOutcomesTests {
    /// A report as `waymark site check --json` prints it.
    private static func report(
        _ codes: [String], apps: [String] = ["A.x.Clip"], notChecked: [String] = []
    ) throws -> SiteReport {
        func list(_ texts: [String]) -> String { "[\(texts.map { "\"\($0)\"" }.joined(separator: ","))]" }
        let faults = codes.map {
            #"{"code":"\#($0)","severity":"critical","message":"m","why":"w","next":"n"}"#
        }
        let text =
            #"{"schema":1,"host":"fruta.example","url":"u","apps":\#(list(apps)),"#
            + #""faults":[\#(faults.joined(separator: ","))],"notChecked":\#(list(notChecked))}"#
        return try JSONDecoder().decode(SiteReport.self, from: Data(text.utf8))
    }

    private static func told(_ outcome: PartOutcome?) -> String {
        switch outcome {
        case .checked(let findings): "checked \(findings.map(\.code))"
        case .partly(let findings, let unseen, _): "partly \(findings.map(\.code)) \((unseen ?? []).sorted())"
        case .notChecked: "not checked"
        case nil: "none"
        }
    }

    @Test func `a silent host is a finding only beside an answer of Apple's`() throws {
        for code in ["host-not-found", "unreachable", "timed-out"] {
            let silent = try SiteOutcomes(Self.report([code], apps: []), asksCopy: true)
            #expect(Self.told(silent.site.outcome).hasPrefix("partly [\"\(code)\"]"))
            #expect(silent.silenceReason == "w")
            let offline = try SiteOutcomes(
                Self.report([code], apps: [], notChecked: ["Apple's copy: no answer in time"]), asksCopy: true)
            #expect(Self.told(offline.site.outcome) == "not checked")
            #expect(Self.told(offline.copy?.outcome) == "not checked")
            let alone = try SiteOutcomes(Self.report([code], apps: []), asksCopy: false)
            #expect(Self.told(alone.site.outcome) == "not checked" && alone.copy == nil)
        }
    }

    @Test func `a fault that hides others does not make them gone`() throws {
        let outcomes = try SiteOutcomes(Self.report(["certificate-expired"], apps: []), asksCopy: true)
        #expect(
            Self.told(outcomes.site.outcome)
                == "partly [\"certificate-expired\"] [\"address-family-differs\", \"address-family-fails\", "
                + "\"agent-refused\", \"app-missing\", \"content-type\", \"links-missing\"]")
        #expect(Self.told(outcomes.copy?.outcome) == "partly [] [\"copy-outdated\"]")
        let plain = try SiteOutcomes(Self.report(["app-missing", "copy-outdated"]), asksCopy: true)
        #expect(Self.told(plain.site.outcome) == "checked [\"app-missing\"]")
        #expect(Self.told(plain.copy?.outcome) == "checked [\"copy-outdated\"]")
    }

    @Test func `a machine without IPv6 still sees the rest`() throws {
        let outcomes = try SiteOutcomes(
            Self.report([], notChecked: ["fruta.example over IPv6: this machine does not know IPv6"]), asksCopy: true)
        #expect(
            Self.told(outcomes.site.outcome) == "partly [] [\"address-family-differs\", \"address-family-fails\"]")
        #expect(Self.told(outcomes.copy?.outcome) == "checked []")
    }

    @Test func `where user agents could not be compared, only what is known of them stays`() throws {
        let words = "\(SiteReport.agentWords): fruta.example does not answer any of them any more"
        let outcomes = try SiteOutcomes(Self.report(["app-missing"], notChecked: [words]), asksCopy: true)
        #expect(Self.told(outcomes.site.outcome) == "partly [\"app-missing\"] [\"agent-refused\"]")
        #expect(Self.told(outcomes.copy?.outcome) == "checked []")
    }

    @Test func `a host has a fault once, whatever its words are today`() throws {
        func identity(_ why: String) throws -> String? {
            var text = String(decoding: try JSONEncoder().encode(Self.report(["app-missing"])), as: UTF8.self)
            text = text.replacing("\"w\"", with: "\"\(why)\"")
            let report = try JSONDecoder().decode(SiteReport.self, from: Data(text.utf8))
            guard case .checked(let findings) = try SiteOutcomes(report, asksCopy: false).site.outcome else {
                return nil
            }
            return findings.first?.identity
        }
        #expect(try identity("lacks A") == identity("lacks A and B"))
    }

    @Test func `pages with the same fault are one finding, and pages that were not asked for keep theirs`() throws {
        func page(_ url: String, _ codes: [String]) -> String {
            let faults = codes.map { #"{"code":"\#($0)","message":"m","next":"n"}"# }
            return #"{"url":"\#(url)","tags":1,"chain":[],"status":200,"faults":[\#(faults.joined(separator: ","))]}"#
        }
        func outcome(_ pages: [String]) throws -> String {
            let text = "[\(pages.joined(separator: ","))]"
            let reports = try JSONDecoder().decode([PageReport].self, from: Data(text.utf8))
            return Self.told(try PartOutcome(pages: reports, in: WatchPart(.pages, "fruta.example")))
        }
        #expect(try outcome([page("a", ["page-status"]), page("b", ["page-status"])]) == "checked [\"page-status\"]")
        #expect(
            try outcome([page("a", ["page-status"]), page("b", ["page-not-asked"])]) == "partly [\"page-status\"] []")
    }
}
