package import Registry

extension DaemonMemory {
    /// What the database has of what the daemon knows.
    package struct Found: Hashable, Sendable {
        /// The daemon's mark; nil where there is none.
        package var mark: String?
        /// Digest of the entry with the number of ``DaemonMemory/head`` in its chain; nil where there is none.
        package var digest: String?
        /// The signed text of the checkpoint with the era and size of ``DaemonMemory/checkpoint``.
        package var note: String?
        /// Chains of ``DaemonMemory/handBacks`` of which it has that their registry is whole.
        package var handBacks: Set<ChainName>

        package init(
            mark: String? = nil, digest: String? = nil, note: String? = nil, handBacks: Set<ChainName> = []
        ) {
            self.mark = mark
            self.digest = digest
            self.note = note
            self.handBacks = handBacks
        }
    }

    /// Why the server has forgotten something since the daemon has looked; nil where it has not. In one run a server forgets
    /// nothing: what is missing then was taken away, which stations and `verify` name, and no era makes up for.
    package func loss(in found: Found, run: String) -> String? {
        run == self.run ? nil : contradiction(in: found)
    }

    /// Why the database is not, or not any more, the one that has confirmed what the daemon knows; nil where it may be.
    package func contradiction(in found: Found) -> String? {
        let forgotten = handBacks.values.filter { !found.handBacks.contains($0.chain) }
        if let handBack = forgotten.min(by: { $0.chain < $1.chain }) {
            let batches = handBack.batches.map(\.text).joined(separator: ", ")
            return "it has given \(batches) up for another registry (chain \(handBack.chain)), and does not know that"
        }
        if let head, head.point.sequence > 0, found.digest != head.point.digest {
            return "it has confirmed entry \(head.point.sequence) of chain \(head.chain), and does not have it"
        }
        if let checkpoint, found.note != checkpoint.note {
            return
                "checkpoint \(checkpoint.size) of era \(checkpoint.era) was signed over it, and it does not have that"
        }
        guard let mark = found.mark else {
            return mayBeUnmarked ? nil : "the mark that this daemon has left in it is gone"
        }
        return marks.contains(mark) ? nil : "the mark that this daemon has left in it is an older one"
    }
}
