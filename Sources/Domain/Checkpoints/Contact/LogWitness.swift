internal import Cryptography
internal import Faults
package import Registry

/// A station as a witness of its hub's log: what it has verified, and whether what comes next follows from it.
package struct LogWitness: Hashable, Sendable {
    package let key: NoteKey
    /// The newest checkpoint that was verified; nil before the first.
    package private(set) var kept: Verified?

    package struct Verified: Hashable, Sendable {
        package let era: Era
        package let checkpoint: Checkpoint
        package let note: SignedNote
    }

    package init(key: NoteKey) {
        self.key = key
        kept = nil
    }

    /// Takes up what was verified before.
    package init(key: NoteKey, era: Era, note: SignedNote) throws {
        self.key = key
        kept = Verified(era: era, checkpoint: try Checkpoint(try note.verifiedText(by: [key])), note: note)
    }

    /// Verifies that the log in a proof is the kept one, continued; in another era it is another log. Throws `hub-rewrote`.
    package mutating func follow(_ proof: LogProof) throws {
        let next = try Checkpoint(try proof.note.verifiedText(by: [key]))
        guard next.origin == Checkpoint.origin(of: proof.era) else {
            throw CheckpointError.hubRewrote("its checkpoint is of the log \(next.origin), not of era \(proof.era)")
        }
        if let kept, kept.era == proof.era {
            let (old, new) = (kept.checkpoint, next)
            guard old.size <= new.size else {
                throw CheckpointError.hubRewrote("its log has \(new.size) heads, and it has signed \(old.size) before")
            }
            guard
                try LogVerification.isConsistent(
                    from: (old.size, old.root), to: (new.size, new.root), proof: proof.consistency)
            else {
                throw CheckpointError.hubRewrote(
                    "its log of \(new.size) heads does not begin with the \(old.size) heads that it has signed before")
            }
        }
        kept = Verified(era: proof.era, checkpoint: next, note: proof.note)
    }

    /// Verifies that the log, which was followed, has the head of a chain as the hub says it. Throws `hub-rewrote`.
    package func requireHead(_ head: JournalPoint?, of chain: ChainName, in proof: LogProof) throws {
        guard let head else { return }
        guard let leaf = proof.leaf, let kept, leaf.entry.chain == chain, leaf.entry.sequence >= head.sequence,
            leaf.entry.sequence > head.sequence || leaf.entry.digest.text == head.digest
        else {
            throw CheckpointError.hubRewrote(
                "entry \(head.sequence) of this station's chain, which it has, is not in its log")
        }
        guard
            try LogVerification.isIncluded(
                try LogHash.leaf(leaf.entry.bytes), at: leaf.index, size: kept.checkpoint.size,
                root: kept.checkpoint.root, proof: leaf.inclusion)
        else {
            throw CheckpointError.hubRewrote(
                "its log does not have entry \(leaf.entry.sequence) of this station's chain where it says")
        }
    }
}

extension CheckpointError {
    package static func hubRewrote(_ reason: String) -> CheckpointError {
        CheckpointError(
            .hubRewrote, "the hub's past has changed: nothing is sent and nothing is taken", why: reason,
            next:
                "ask the hub's administrator: after a restoration, waymark hub restored; else waymark-hub verify there")
    }

    package static func logDamaged(_ reason: String) -> CheckpointError {
        CheckpointError(
            .logDamaged, "the hub's log proves nothing", why: reason,
            next: "find out at the hub who has changed the database: waymark-hub verify")
    }
}
