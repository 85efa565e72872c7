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
        let isPair = whole.fixes.count == 2
        let parts = Self.parts(
            whole, endingWith: .outside, by: isPair ? 1 : 2, in: region, model, before: Self.wasInside)
        guard let parts, let last = parts.before.agreeing.map(\.time).max() else { return nil }
        lastInside = last
        now = isPair ? nil : parts.end
        end = parts.end
    }

    /// Where a tag is that was elsewhere and then was put right: the place of its last visits, which are inside; nil for any
    /// other. Two of them must say so, each alone, whatever was seen before: a single one may be a bad fix. Where all visits
    /// together say that it is inside, those before were bad fixes.
    static func putRight(_ whole: AgreedPosition, in region: Region, model: ErrorModel) -> AgreedPosition? {
        guard !whole.leftOut.isEmpty, Judgement(whole, in: region, model: model).verdict != .inside else { return nil }
        return parts(whole, endingWith: .inside, by: 2, in: region, model) { $0.verdict == .outside }?.end
    }

    /// Of all ways to part the visits in the order of time into a first part of which `holds` is true and a last part with
    /// this verdict the one that leaves out the fewest. So many visits of the last part must have the verdict alone.
    private static func parts(
        _ whole: AgreedPosition, endingWith verdict: Verdict, by least: Int, in region: Region, _ model: ErrorModel,
        before holds: (Judgement) -> Bool
    ) -> (before: AgreedPosition, end: AgreedPosition)? {
        guard !whole.leftOut.isEmpty else { return nil }
        let fixes = whole.fixes.sorted { ($0.time, $0) < ($1.time, $1) }
        // By each fix alone: a fix that is too inaccurate for that is not a witness.
        let areWitnesses = fixes.map { Judgement(AgreedPosition($0), in: region, model: model).verdict == verdict }
        var best: (before: AgreedPosition, end: AgreedPosition)?
        for split in 1..<fixes.count {
            guard areWitnesses[split...].count(where: { $0 }) >= least,
                let end = AgreedPosition(Array(fixes[split...]), model: model), !end.isContradictory,
                let before = AgreedPosition(Array(fixes[..<split]), model: model), !before.isContradictory,
                best.map({ before.visits + end.visits > $0.before.visits + $0.end.visits }) ?? true,
                Judgement(end, in: region, model: model).verdict == verdict,
                holds(Judgement(before, in: region, model: model))
            else { continue }
            best = (before, end)
        }
        // Both parts together must explain more than one place with bad fixes does.
        return best.flatMap { $0.before.visits + $0.end.visits > whole.visits ? $0 : nil }
    }

    /// At least as probably inside as not. The verdict *inside* requires more, P >= 0.95, since it means that a tag
    /// needs no second look. Near an edge no number of visits reaches that: a door's tag that was carried away would be
    /// `misplaced` and its history lost. That it was somewhere else is certain all the same: its last visits are
    /// outside by the full test, and its first ones are not.
    private static func wasInside(_ before: Judgement) -> Bool {
        before.verdict != .outside && before.probability >= 0.5
    }
}
