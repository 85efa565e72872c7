import Foundation
import Grants
import Testing

@Suite struct `Every order of what happens to grants` {
    /// `WAYMARK_PROOF=long` explores until there is nothing left, or far beyond two million states.
    private static let isLong = ProcessInfo.processInfo.environment["WAYMARK_PROOF"] == "long"

    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let scope: @Sendable () -> Scope
        /// States of the long form, and of the short one.
        let limits: (long: Int, short: Int)
    }

    static let cases: [Case] = [
        Case(
            testDescription: "as the model: one tag, two requests each, one restoration",
            scope: { Scope(requests: 2, restores: 1) }, limits: (3_000_000, 15_000)),
        Case(
            testDescription: "two restorations and an era that is heard late",
            scope: { Scope(requests: 1, restores: 2, hasStaleEras: true) }, limits: (1_000_000, 15_000)),
        Case(
            testDescription: "two tags, parts of grants that go back, fresh identifiers",
            scope: { Scope(tags: 2, requests: 2, count: 2, restores: 1, renewals: 2, isAsModelled: false) },
            limits: (1_000_000, 15_000)),
        Case(
            testDescription: "one tag that comes again to who has returned it",
            scope: { Scope(requests: 3, isAsModelled: false) }, limits: (1_000_000, 15_000)),
        Case(
            testDescription: "a chip that another station has written, and a restoration",
            scope: { Scope(requests: 2, restores: 1, isAsModelled: false, hasLoans: true) },
            limits: (2_000_000, 15_000)),
        Case(
            testDescription: "a chip that goes from bench to bench",
            scope: { Scope(requests: 3, isAsModelled: false, hasLosses: false, hasLoans: true) },
            limits: (1_000_000, 15_000)),
        Case(
            testDescription: "a tag that leaves its chip at the hub or at a station",
            scope: { Scope(requests: 2, renewals: 2, isAsModelled: false, replacements: 2) },
            limits: (2_000_000, 15_000)),
        Case(
            testDescription: "a tag that leaves its chip, and a restoration",
            scope: { Scope(requests: 2, restores: 1, renewals: 2, isAsModelled: false, replacements: 1) },
            limits: (2_000_000, 15_000)),
        Case(
            testDescription: "a tag that leaves its chip, and is lent",
            scope: { Scope(requests: 2, isAsModelled: false, hasLoans: true, replacements: 1) },
            limits: (2_000_000, 15_000)),
    ]

    @Test(arguments: cases) func `puts no identifier on two chips`(_ one: Case) throws {
        let clock = ContinuousClock()
        let start = clock.now
        let found = try Exploration(one.scope(), atMost: Self.isLong ? one.limits.long : one.limits.short)
        print("\(one.testDescription): \(found.states) states, \(clock.now - start)")
        #expect(found.violation == [])
        #expect(found.isComplete || found.states >= (Self.isLong ? one.limits.long : one.limits.short))
    }

    @Test(arguments: Mistake.allCases)
    func `would, with a mistake, and the exploration finds it`(_ mistake: Mistake) async throws {
        let found = try await #require(MistakenExploration.all[mistake]).value
        print("\(mistake): after \(found.states) states: \(found.violation.joined(separator: " > "))")
        #expect(!found.violation.isEmpty)
    }
}

/// An exploration for each mistake, once for all tests that look at it.
enum MistakenExploration {
    static let all = Dictionary(
        uniqueKeysWithValues: Mistake.allCases.map { mistake in
            (mistake, Task { try Exploration(Scope(mistake)) })
        })
}

extension Scope {
    /// The smallest in which a mistake shows: those of restorations need no loss.
    fileprivate init(_ mistake: Mistake) {
        let isOfRestorations = mistake == .noEras || mistake == .noCheckIn
        let isOfLoans = mistake == .lendsForAnyChip
        let isOfReplacements = mistake == .replacesWhatALostStationHas
        self.init(
            restores: isOfRestorations ? 1 : 0, isAsModelled: !isOfLoans,
            hasLosses: !isOfRestorations && !isOfLoans, hasLoans: isOfLoans, replacements: isOfReplacements ? 2 : 0,
            mistake: mistake)
    }
}
