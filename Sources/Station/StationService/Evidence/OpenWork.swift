internal import Registry

/// Something that a client has begun and may have left. Where there is too much of it, one is ended for another.
struct OpenWork {
    let id: Int
    let author: Author
    let used: ContinuousClock.Instant
}

extension [OpenWork] {
    /// What is ended for an author who begins another: what was used least recently of their own, which they may have
    /// forgotten, or else of all.
    func leastRecentlyUsed(by author: Author) -> Int? {
        let own = filter { $0.author == author }
        return (own.isEmpty ? self : own).min { $0.used < $1.used }?.id
    }
}
