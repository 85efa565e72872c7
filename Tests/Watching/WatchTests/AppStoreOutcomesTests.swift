import AppStoreConnect
import Notices
import Testing
import Watch

/// What a plan for App Store Connect comes to.
struct AppStoreOutcomesTests {
    private static let part = WatchPart(.appStore, "tags/fruta")
    private static let url = "https://fruta.example/"

    private static func registered(_ id: String) -> RegisteredExperience {
        RegisteredExperience(
            id: id, attributes: ExperienceAttributes(link: url, status: Tolerated("RECEIVED")), localizations: [:])
    }

    /// `isNamed`: whether the deployment names them, as retired.
    private static func plan(_ ids: [String], isNamed: Bool, territories: [String] = []) -> ConnectPlan {
        let retired = WantedExperience(
            link: url, attributes: ExperienceAttributes(), localizations: [:], image: nil, isActive: false)
        return ConnectPlan(
            from: RegisteredState(experiences: ids.map(registered), facts: ReleaseFacts(territories: [])),
            to: WantedState(experiences: isNamed ? [retired] : [], invocations: nil, territories: territories))
    }

    private static func run(_ state: WatchState, _ outcome: PartOutcome) throws -> WatchComparison {
        try WatchComparison(state, [(part, outcome)], at: ((state.time ?? 0) / 86_400 + 1) * 86_400)
    }

    private static func codes(_ lines: [WatchComparison.Line]) -> [String] { lines.map(\.finding.code) }

    @Test(arguments: [(true, "appstore-deactivate"), (false, "appstore-foreign")])
    func `experiences with one URL are findings of their own`(isNamed: Bool, code: String) throws {
        let both = try Self.run(
            WatchState(generation: "g"), try PartOutcome(Self.plan(["1", "2"], isNamed: isNamed), in: Self.part))
        #expect(Self.codes(both.new) == [code, code])
        let state = both.state(generation: "h", batches: [], readers: [])
        let one = try Self.run(state, try PartOutcome(Self.plan(["2"], isNamed: isNamed), in: Self.part))
        #expect(Self.codes(one.gone) == [code] && Self.codes(one.still) == [code] && one.new.isEmpty)
    }

    @Test func `each territory is a finding of its own`() throws {
        let plan = Self.plan([], isNamed: false, territories: ["DEU", "USA"])
        let run = try Self.run(WatchState(generation: "g"), try PartOutcome(plan, in: Self.part))
        #expect(Self.codes(run.new) == ["appstore-territory", "appstore-territory"])
    }

    /// Former versions knew it by its URL alone, so that the other one was hidden.
    @Test func `what a former version has kept is still there under its new identity`() throws {
        let old = try WatchFinding(
            "appstore-deactivate", .warning, in: Self.part, key: Self.url, message: "m", next: "n")
        let before = try Self.run(WatchState(generation: "g"), .checked([old]))
        let state = before.state(generation: "h", batches: [], readers: [])
        let next = try Self.run(state, try PartOutcome(Self.plan(["1"], isNamed: true), in: Self.part))
        #expect(Self.codes(next.still) == ["appstore-deactivate"] && next.new.isEmpty && next.gone.isEmpty)
        #expect(next.still[0].finding.since == 86_400 && next.still[0].finding.identity != old.identity)
        let both = try Self.run(state, try PartOutcome(Self.plan(["1", "2"], isNamed: true), in: Self.part))
        #expect(both.still.count == 1 && both.new.count == 1 && both.gone.isEmpty)
        let none = try Self.run(state, try PartOutcome(Self.plan([], isNamed: true), in: Self.part))
        #expect(none.gone.map(\.finding.identity) == [old.identity])
    }
}
