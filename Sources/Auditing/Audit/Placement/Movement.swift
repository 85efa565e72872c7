internal import AuditLedger
internal import Geodesy
internal import Registry

/// A tag that was inside and then was seen elsewhere. An object: hardly any of very many tags has one.
final class Movement: Sendable {
    /// When it was last seen inside.
    let lastInside: Timestamp
    /// Where it is now, when two visits or more say so; nil when a single one does, which may be a bad fix.
    let now: AgreedPosition?
    /// Where the last visits put it.
    let end: AgreedPosition

    /// A tag that an earlier audit found inside, and this one, whose fixes are all later, outside; nil if they are not.
    init?(since lastInside: Timestamp, now: AgreedPosition) {
        guard now.fixes.allSatisfy({ $0.time > lastInside }) else { return nil }
        self.lastInside = lastInside
        self.now = now
        end = now
    }

    /// Nil unless the visits, in the order of time, fall into a first part inside and a last part outside. A single
    /// visit elsewhere counts only against a single one before: against several it is a bad fix until another confirms
    /// it. Of all ways to part them the one that leaves out the fewest visits counts, so that a bad or vague fix among
    /// the last ones does not hide a move.
    init?(_ whole: AgreedPosition, in region: Region, model: ErrorModel) {
        guard !whole.leftOut.isEmpty else { return nil }
        let fixes = whole.fixes.sorted { ($0.time, $0) < ($1.time, $1) }
        // By each fix alone: a fix that is too inaccurate for that is not a witness of a move.
        let areOutside = fixes.map { Judgement(AgreedPosition($0), in: region, model: model).verdict == .outside }
        var best: (before: AgreedPosition, end: AgreedPosition)?
        for split in 1..<fixes.count {
            let witnesses = areOutside[split...].count { $0 }
            guard witnesses > 1 || fixes.count == 2,
                let end = AgreedPosition(Array(fixes[split...]), model: model), !end.isContradictory,
                let before = AgreedPosition(Array(fixes[..<split]), model: model), !before.isContradictory,
                best.map({ before.visits + end.visits > $0.before.visits + $0.end.visits }) ?? true,
                Judgement(end, in: region, model: model).verdict == .outside,
                Self.wasInside(Judgement(before, in: region, model: model))
            else { continue }
            best = (before, end)
        }
        guard let best, let last = best.before.agreeing.map(\.time).max() else { return nil }
        // Both parts together must explain more than one place with bad fixes does.
        guard best.before.visits + best.end.visits > whole.visits else { return nil }
        lastInside = last
        now = fixes.count > 2 ? best.end : nil
        end = best.end
    }

    /// At least as probably inside as not. The verdict *inside* requires more, P >= 0.95, since it means that a tag
    /// needs no second look. Near an edge no number of visits reaches that: a door's tag that was carried away would be
    /// `misplaced` and its history lost. That it was somewhere else is certain all the same: its last visits are
    /// outside by the full test, and its first ones are not.
    private static func wasInside(_ before: Judgement) -> Bool {
        before.verdict != .outside && before.probability >= 0.5
    }
}
