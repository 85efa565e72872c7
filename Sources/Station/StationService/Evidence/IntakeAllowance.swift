internal import Registry

/// How much one sender may hand in: a token bucket, in bytes. A full one is 64 MiB, some 600 000 rows; it fills up at
/// 256 KiB a second, some 2 500 rows. A request costs 4 KiB at least, and a row 64 bytes, however well it is packed.
///
/// It bounds what a stolen token can put into the registry, and stays far above what customers scan.
struct IntakeAllowance: Hashable, Sendable {
    static let full = 64 << 20
    static let perSecond = 256 << 10
    static let leastPerRequest = 4 << 10
    static let leastPerRow = 64

    private var left = Self.full
    private var updated: Timestamp

    init(at now: Timestamp) {
        updated = now
    }

    /// What a request comes to.
    static func cost(ofBytes bytes: Int, rows: Int = 0) -> Int { max(leastPerRequest, bytes, rows * leastPerRow) }

    /// Takes bytes that have come. Nil when they were within the allowance; otherwise the seconds after which more is
    /// taken, from 1, and nothing is taken now.
    ///
    /// The last bytes taken may go beyond it: what has come is not refused for its size, what follows waits longer.
    mutating func take(_ bytes: Int, at now: Timestamp) -> Int? {
        fill(at: now)
        guard left > 0 else { return waitUntilAny }
        left -= bytes
        return nil
    }

    /// Takes a request of a known length, at most a full allowance. Nil when there is enough for all of it; otherwise the
    /// seconds after which there will be, and nothing is taken.
    mutating func take(whole bytes: Int, at now: Timestamp) -> Int? {
        fill(at: now)
        guard left < bytes else {
            left -= bytes
            return nil
        }
        return (bytes - left + Self.perSecond - 1) / Self.perSecond
    }

    /// Takes more of a request that was let in without a length. It may leave a debt, of a full allowance at most: so what
    /// is let in when nothing else comes is taken to its end, and is not to be sent again from its beginning.
    mutating func take(more bytes: Int, at now: Timestamp) -> Int? {
        fill(at: now)
        guard left - bytes < -Self.full else {
            left -= bytes
            return nil
        }
        return waitUntilAny
    }

    /// Counts what has been taken already; less than nothing is given back.
    mutating func charge(_ bytes: Int) { left = min(Self.full, left - bytes) }

    private var waitUntilAny: Int { (Self.leastPerRequest - left) / Self.perSecond + 1 }

    private mutating func fill(at now: Timestamp) {
        let elapsed = now.milliseconds - updated.milliseconds
        updated = now
        // A clock that was set back gives nothing; one that was set far ahead fills it.
        guard elapsed > 0 else { return }
        // However large the debt is: what is found behind the last byte is charged without a bound.
        let (missing, seconds) = (Self.full - left, Int(elapsed / 1_000))
        guard seconds <= missing / Self.perSecond else {
            left = Self.full
            return
        }
        let gained = seconds * Self.perSecond + Int(elapsed % 1_000) * Self.perSecond / 1_000
        left = min(Self.full, left + gained)
    }
}
