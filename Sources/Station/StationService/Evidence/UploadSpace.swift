internal import Synchronization

/// The bytes that uploaded files may take on the disk. Each sender has a share of them, of which a file takes its whole
/// length once that is known. Of the space of all, only what has come counts: who announces much and sends slowly holds
/// the own share, and leaves the rest to the others.
final class UploadSpace: Sendable {
    /// What one file has.
    struct Held: Sendable {
        /// Bytes of its sender's share.
        var reserved = 0
        /// Bytes that have come.
        var arrived = 0
    }

    private struct Taken {
        /// By sender.
        var reserved: [String: Int] = [:]
        /// Of all files.
        var arrived = 0
    }

    /// Bytes of all files at most.
    private let whole: Int
    /// Bytes of one sender's files at most.
    private let share: Int
    private let taken = Mutex(Taken())

    init(whole: Int, share: Int) {
        self.whole = whole
        self.share = share
    }

    /// Takes a part of the sender's share; refuses where less of it is left, and where so much could not come now.
    func take(_ count: Int, for sender: String) throws(StationError) {
        try taken.withLock { taken throws(StationError) in
            try require(count, for: sender, beside: taken)
            taken.reserved[sender, default: 0] += count
        }
    }

    /// Counts what has come of what was taken; refuses where others have taken the space meanwhile.
    func arrive(_ count: Int) throws(StationError) {
        try taken.withLock { taken throws(StationError) in
            try require(count, beside: taken)
            taken.arrived += count
        }
    }

    func giveBack(_ held: Held, of sender: String) {
        taken.withLock { taken in
            let left = (taken.reserved[sender] ?? 0) - held.reserved
            taken.reserved[sender] = left > 0 ? left : nil
            taken.arrived -= held.arrived
        }
    }

    /// Refuses as ``take(_:for:)`` does, and takes nothing.
    func check(_ count: Int, for sender: String) throws(StationError) {
        try require(count, for: sender, beside: taken.withLock(\.self))
    }

    private func require(_ count: Int, for sender: String, beside taken: Taken) throws(StationError) {
        guard count <= share - (taken.reserved[sender] ?? 0) else {
            throw Self.full(
                "other files of the same sender take its share of the space",
                next: "send one file after the other, or try again in a minute")
        }
        try require(count, beside: taken)
    }

    private func require(_ count: Int, beside taken: Taken) throws(StationError) {
        guard count <= whole - taken.arrived else {
            throw Self.full("other files that wait to be read take all the space", next: "try again in a minute")
        }
    }

    private static func full(_ reason: String, next: String) -> StationError {
        StationError(.tooManyConversions, "the file was not read", why: reason, next: next, retryAfter: 60)
    }
}
