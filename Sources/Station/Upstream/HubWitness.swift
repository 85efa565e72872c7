internal import API
internal import Checkpoints
internal import Faults
internal import Registry

/// The station's look at its hub's log, at each contact: see `LogWitness`. What was verified, or why not, is in a file.
struct HubWitness: Sendable {
    let station: WaymarkClient
    let hub: WaymarkClient
    let credentials: HubCredentials
    /// See ``KeptLog/path(besides:)``.
    let path: String
    let now: @Sendable () -> Timestamp

    /// What the hub has shown and was verified; kept when the head is known to be this registry's.
    struct Sight {
        let proof: LogProof
        let witness: LogWitness
        let reply: ProofMade
        let compared: JournalPoint?
    }

    /// Verifies that the hub's past is the one that is known. Throws `hub-rewrote`; and `log-damaged` by the hub's own word.
    /// Nil where the hub is in another era by now.
    func look(_ head: JournalPoint?, in era: Era) async throws -> Sight? {
        let kept = try read()
        do {
            return try await sight(of: kept, head, in: era)
        } catch let error as CheckpointError {
            throw try refused(error, kept)
        } catch let error as ClientError where error.complaint.code.rawValue == CheckpointFaultCode.logDamaged.rawValue
        {
            throw try refused(CheckpointError.logDamaged(error.complaint.reason), kept)
        }
    }

    /// Verifies that the log has the head which the hub says it has, and keeps what was seen.
    func keep(_ sight: Sight, with head: JournalPoint?, in era: Era) throws {
        var kept = try read()
        do {
            try sight.witness.requireHead(head, of: credentials.chain, in: sight.proof)
        } catch let error as CheckpointError {
            throw try refused(error, kept)
        }
        (kept.note, kept.era, kept.began, kept.refusal) = (sight.reply.note, era, sight.reply.began, nil)
        kept.size = sight.witness.kept.map { Int64(clamping: $0.checkpoint.size) }
        (kept.verified, kept.head) = (now(), head)
        if let compared = sight.compared { kept.compared = compared }
        try kept.write(path)
    }

    /// Of another chain nothing is kept.
    private func read() throws -> KeptLog {
        let kept = try KeptLog.read(path)
        return kept.flatMap { $0.chain == credentials.chain ? $0 : nil } ?? KeptLog(chain: credentials.chain)
    }

    /// What was verified stays: the next contact is measured by it again.
    private func refused(_ error: CheckpointError, _ kept: KeptLog) throws -> CheckpointError {
        var kept = kept
        kept.refusal = KeptLog.Refusal(code: error.code.rawValue, reason: error.reason, time: now())
        try kept.write(path)
        return error
    }

    private func sight(of kept: KeptLog, _ head: JournalPoint?, in era: Era) async throws -> Sight? {
        var witness = try kept.witness(credentials.hubKey)
        let compared = try await comparison(kept, head)
        let reply = try await hub.prove(
            ProofWanted(size: kept.size, era: kept.era, after: compared?.after, upTo: compared?.upTo),
            to: credentials.chain)
        guard reply.era == era else { return nil }
        guard kept.note == nil || kept.began == reply.began else {
            throw CheckpointError.hubRewrote("it says now that it has this station's chain from another entry on")
        }
        let proof = try LogProof(reply, of: credentials.chain)
        try witness.follow(proof)
        return Sight(proof: proof, witness: witness, reply: reply, compared: compared?.upTo)
    }

    /// The entries that the hub compares this time: from where the last contact ended, and from the beginning again. None
    /// before the station knows where that is, and where the hub's head is not in this registry, which is another error.
    private func comparison(_ kept: KeptLog, _ head: JournalPoint?) async throws -> LogQuestion.Comparison? {
        let began = kept.began?.sequence ?? 0
        guard let head, kept.note != nil, began < head.sequence,
            try await point(head.sequence) == head
        else { return nil }
        var after = kept.compared ?? kept.began
        if let last = after?.sequence, last >= head.sequence { after = kept.began }
        let end = min((after?.sequence ?? 0) + LogQuestion.window, head.sequence)
        return try await point(end).map { LogQuestion.Comparison(after: after, upTo: $0) }
    }

    private func point(_ sequence: Int64) async throws -> JournalPoint? {
        guard let entry = try await station.journal(from: sequence, limit: 1).entries.first?.entry,
            entry.sequence == sequence
        else { return nil }
        return try entry.point()
    }
}

extension LogProof {
    /// What came over the wire.
    fileprivate init(_ reply: ProofMade, of chain: ChainName) throws {
        func hashes(_ texts: [String]) throws -> [LogHash] { try texts.map(Self.hash) }
        self.init(
            era: reply.era, note: try SignedNote(parsing: Array(reply.note.utf8)),
            consistency: try hashes(reply.consistency),
            leaf: try reply.leaf.map { leaf in
                Leaf(
                    index: UInt64(clamping: leaf.index),
                    entry: HeadEntry(
                        chain: chain, sequence: leaf.head.sequence, digest: try Self.hash(leaf.head.digest)),
                    inclusion: try hashes(leaf.inclusion))
            }, began: reply.began)
    }

    private static func hash(_ text: String) throws -> LogHash {
        guard let hash = LogHash(text) else {
            throw CheckpointError.hubRewrote("its proof has \"\(text.prefix(80))\" where a hash belongs")
        }
        return hash
    }
}
