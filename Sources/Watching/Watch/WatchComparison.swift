internal import Notices

/// A run held against the one before: what is new, gone, still there, and not checked. What is the same finding is decided by
/// its identity alone.
package struct WatchComparison: Sendable, Hashable {
    /// A part that a run no longer wants is forgotten after so many seconds, without a word.
    static let forgottenAfter: Int64 = 30 * 86_400
    /// Of one part so many findings are kept; the others are counted.
    package static let mostFindings = 1_000

    package struct Line: Sendable, Hashable {
        package let part: WatchPart
        package let finding: WatchFinding
    }

    package struct Unchecked: Sendable, Hashable {
        package let part: WatchPart
        package let why: String
        /// Since when, in seconds since 1970.
        package let since: Int64
        /// Findings of it that are neither gone nor still there.
        package let kept: Int
        /// Whether the run before could look at it, or there was none.
        package var isNew: Bool
    }

    package let isFirst: Bool
    package let time: Int64
    /// When the run was that this one is held against; nil for the first.
    package let before: Int64?
    package private(set) var new: [Line] = []
    package private(set) var gone: [Line] = []
    package private(set) var still: [Line] = []
    package private(set) var notChecked: [Unchecked] = []
    private(set) var parts: [WatchState.Part] = []

    /// `time`: seconds since 1970.
    package init(_ state: WatchState, _ outcomes: [(part: WatchPart, outcome: PartOutcome)], at time: Int64) throws {
        isFirst = state.time == nil
        before = state.time
        self.time = time
        var known = Dictionary(state.parts.map { ($0.part, $0) }) { first, _ in first }
        for (part, outcome) in outcomes {
            let kept = known.removeValue(forKey: part)
            try compare(part, outcome, with: kept)
        }
        // Not wanted this time: nothing is said of them.
        parts += known.values.filter { time - $0.wanted < Self.forgottenAfter }
        parts.sort { ($0.part.kind.rawValue, $0.part.name) < ($1.part.kind.rawValue, $1.part.name) }
        sort()
    }

    private mutating func compare(_ part: WatchPart, _ outcome: PartOutcome, with kept: WatchState.Part?) throws {
        var next = kept ?? WatchState.Part(part: part, findings: [], checked: nil, unchecked: nil, wanted: time)
        next.wanted = time
        var known = Dictionary((kept?.findings ?? []).map { ($0.identity, $0) }) { first, _ in first }
        let found: [WatchFinding]
        /// Whether what was not found again may be there all the same.
        let mayRemain: (WatchFinding) -> Bool
        switch outcome {
        case .checked(let all): (found, mayRemain) = (all, { _ in false })
        case .partly(let all, let unseen, _): (found, mayRemain) = (all, { unseen?.contains($0.code) ?? true })
        case .notChecked: (found, mayRemain) = ([], { _ in true })
        }
        var findings: [WatchFinding] = []
        for var finding in try Self.limited(found, part, known: Set(known.keys)) {
            let former = known[finding.identity] ?? finding.formerIdentity.flatMap { known.removeValue(forKey: $0) }
            finding.since = former?.since ?? time
            let isWorse = former.map { finding.isWorse(than: $0) } ?? true
            // A walk that passes most of them leaves these: the others are not new the next time. Where most were put
            // right, they are.
            if let former, former.severity == finding.severity, let signs = finding.signs, let said = former.signs,
                !signs.areFew(of: said)
            {
                finding.signs = signs.joined(with: said)
            }
            findings.append(finding)
            let line = Line(part: part, finding: finding)
            // What has become worse is said again.
            if !isWorse { still.append(line) } else { new.append(line) }
        }
        // Also what is beyond the limit, and what former versions knew by another identity.
        var present = Set(found.map(\.identity)).union(findings.map(\.identity))
        present.formUnion(found.compactMap(\.formerIdentity))
        var remaining = 0
        for finding in kept?.findings ?? [] where !present.contains(finding.identity) {
            if mayRemain(finding) {
                findings.append(finding)
                remaining += 1
            } else {
                gone.append(Line(part: part, finding: finding))
            }
        }
        next.findings = findings
        switch outcome {
        // A rule that had found nothing, and could not look, is none that is missed.
        case .partly(_, .some, _) where remaining == 0, .checked:
            next.checked = time
            next.unchecked = nil
        case .partly(_, _, let why), .notChecked(let why):
            notChecked.append(
                Unchecked(
                    part: part, why: why, since: next.unchecked ?? time, kept: remaining, isNew: next.unchecked == nil))
            next.unchecked = next.unchecked ?? time
        }
        parts.append(next)
    }

    /// Each identity once, the worst first, and of these the ones that were known; what is beyond the limit is one finding.
    private static func limited(
        _ findings: [WatchFinding], _ part: WatchPart, known: Set<String>
    ) throws -> [WatchFinding] {
        var seen: Set<String> = []
        func order(_ finding: WatchFinding) -> (Int, String) {
            let isKnown = known.contains(finding.identity) || finding.formerIdentity.map(known.contains) ?? false
            return (isKnown ? 0 : 1, finding.identity)
        }
        let all = findings.filter { seen.insert($0.identity).inserted }
            .sorted { $0.severity == $1.severity ? order($0) < order($1) : $0.severity > $1.severity }
        guard all.count > mostFindings else { return all }
        return try Array(all.prefix(mostFindings)) + [
            WatchFinding(
                "more-findings", .warning, in: part, key: "", message: "\(part) has \(all.count) findings",
                next: "correct those that are listed first")
        ]
    }

    private mutating func sort() {
        func order(_ left: Line, _ right: Line) -> Bool {
            (right.finding.severity, left.part.description, left.finding.code, left.finding.message)
                < (left.finding.severity, right.part.description, right.finding.code, right.finding.message)
        }
        new.sort(by: order)
        gone.sort(by: order)
        still.sort(by: order)
        notChecked.sort { $0.part.description < $1.part.description }
    }
}
