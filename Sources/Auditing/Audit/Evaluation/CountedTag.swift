internal import Registry

/// A tag that is merely counted, when it is recorded: what the history asks about it.
struct CountedTag: Sendable {
    let verdict: TagVerdict
    let settled: SettledTag
}
