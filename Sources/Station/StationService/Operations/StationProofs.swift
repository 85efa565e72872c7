internal import API
package import Checkpoints
internal import Grants
internal import Registry

/// The log of a hub, and the key that its checkpoints are signed with.
package struct SignedHeads: Sendable {
    let log: any HeadLog
    let key: NoteKey

    package init(_ log: any HeadLog, key: NoteKey) {
        self.log = log
        self.key = key
    }

    nonisolated(nonsending) func prove(_ wanted: ProofWanted, to chain: ChainName) async throws -> ProofMade {
        made(try await log.prove(LogQuestion(wanted, of: chain)))
    }

    /// The hearing is nil where not all entries of the station have been done yet.
    nonisolated(nonsending) func hear(
        _ call: StationCall, proving wanted: ProofWanted?
    ) async throws -> (StationHearing?, ProofMade?) {
        let answer = try await log.hear(call, proving: wanted.map { LogQuestion($0, of: call.contact.chain) })
        return (answer.hearing, answer.proof.map(made))
    }

    private func made(_ proof: LogProof) -> ProofMade {
        ProofMade(
            era: proof.era, note: proof.note.description, key: key.description,
            consistency: proof.consistency.map(\.text),
            leaf: proof.leaf.map { leaf in
                ProofMade.Leaf(
                    index: Int64(clamping: leaf.index),
                    head: JournalPoint(sequence: leaf.entry.sequence, digest: leaf.entry.digest.text),
                    inclusion: leaf.inclusion.map(\.text))
            }, began: proof.began)
    }
}

extension LogQuestion {
    fileprivate init(_ wanted: ProofWanted, of chain: ChainName) {
        var known: Known?
        if let size = wanted.size, let era = wanted.era { known = Known(size: UInt64(clamping: size), era: era) }
        self.init(
            chain: chain, known: known,
            compared: wanted.upTo.map { Comparison(after: wanted.after, upTo: $0) })
    }
}
