internal import API
package import Checkpoints
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
        var known: LogQuestion.Known?
        if let size = wanted.size, let era = wanted.era {
            known = LogQuestion.Known(size: UInt64(clamping: size), era: era)
        }
        var compared: LogQuestion.Comparison?
        if let last = wanted.upTo {
            compared = LogQuestion.Comparison(after: wanted.after, upTo: last)
        }
        let proof = try await log.prove(LogQuestion(chain: chain, known: known, compared: compared))
        return ProofMade(
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
