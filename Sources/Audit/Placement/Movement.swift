internal import Geodesy
internal import Registry

/// A tag that was inside and then was seen elsewhere.
struct Movement: Sendable {
    /// When it was last seen inside.
    let lastInside: Timestamp
    /// Where it is now, when two visits or more say so; nil when a single one does, which may be a bad fix.
    let now: Whereabouts?
    /// Where the last visits put it.
    let end: Whereabouts

    /// A tag that an earlier audit found inside, and this one, whose fixes are all later, outside; nil if they are not.
    init?(since lastInside: Timestamp, now: Whereabouts) {
        guard now.fixes.allSatisfy({ $0.time > lastInside }) else { return nil }
        self.lastInside = lastInside
        self.now = now
        end = now
    }

    /// Nil unless the visits, in the order of time, fall into a first part inside and a last part that agrees on a
    /// place outside. A single visit elsewhere counts only against a single one before: against several it is a bad
    /// fix until another confirms it.
    init?(_ whole: Whereabouts, in region: Region, model: ErrorModel) {
        guard !whole.leftOut.isEmpty else { return nil }
        let fixes = whole.fixes.sorted { ($0.time, $0.device) < ($1.time, $1.device) }
        guard let last = fixes.last else { return nil }
        let split = fixes.lastIndex { !Whereabouts.agree($0, last, model) }
        guard let split, let end = Whereabouts(Array(fixes[(split + 1)...]), model: model),
            let before = Whereabouts(Array(fixes[...split]), model: model),
            Judgement(end, in: region, model: model).verdict == .outside,
            Judgement(before, in: region, model: model).verdict == .inside
        else { return nil }
        let count = fixes.count - split - 1
        guard count > 1 || split == 0 else { return nil }
        lastInside = fixes[split].time
        now = count > 1 ? end : nil
        self.end = end
    }
}
