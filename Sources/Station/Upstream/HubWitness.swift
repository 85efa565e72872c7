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

    /// What the hub shall prove with its next answer, which says what it has: as much of the chain as it had at the last contact.
    func question() async throws -> ProofWanted {
        let kept = try read()
        return try await question(kept, kept.head)
    }

    /// Asks the hub something whose answer may have a proof. Throws `log-damaged` by the hub's own word.
    func ask<Answer>(_ ask: () async throws -> Answer) async throws -> Answer {
        do { return try await ask() } catch let error as ClientError
            where error.complaint.code.rawValue == CheckpointFaultCode.logDamaged.rawValue
        {
            throw try refused(CheckpointError.logDamaged(error.complaint.reason), try read())
        }
    }

    /// Verifies that the hub's past is the one that is known. Throws `hub-rewrote`. Nil where the hub is in another era by now.
    func look(_ orders: StationOrders, _ asked: ProofWanted) async throws -> Sight? {
        let kept = try read()
        if let reply = orders.proof { return try sight(of: reply, to: asked, after: kept, in: orders.era) }
        // A hub of the version before; or one that has less of the chain than at the last contact.
        let asked = try await question(kept, orders.head)
        let reply = try await ask { try await hub.prove(asked, to: credentials.chain) }
        return try sight(of: reply, to: asked, after: kept, in: orders.era)
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
        if let compared = sight.compared { kept.entries.note(compared) }
        try kept.write(path)
    }

    /// Notes that the hub has the entry with which the station left.
    func keep(departure: JournalPoint) throws {
        var kept = try read()
        kept.departure = departure
        try kept.write(path)
    }

    /// How far documents have come from the hub.
    func documents() throws -> KeptDocuments { try read().documents ?? KeptDocuments() }

    /// Keeps how far documents have come behind `last`, and returns that. Nil where another program has kept something
    /// since: what came here may be older than what came there, and was received behind it, so the next one begins anew.
    func keep(orders: String?, page: String?, after last: KeptDocuments) throws -> KeptDocuments? {
        var kept = try read()
        let found = kept.documents ?? KeptDocuments()
        let (isAlone, number) = (found == last, found.number &+ 1)
        let documents =
            isAlone ? KeptDocuments(orders: orders, page: page, number: number) : KeptDocuments(number: number)
        kept.documents = documents
        try kept.write(path)
        return isAlone ? documents : nil
    }

    func hasSent(_ departure: JournalPoint) throws -> Bool { try read().departure == departure }

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

    private func question(_ kept: KeptLog, _ head: JournalPoint?) async throws -> ProofWanted {
        let compared = try await comparison(kept, head)
        return ProofWanted(size: kept.size, era: kept.era, after: compared?.after, upTo: compared?.upTo)
    }

    private func sight(of reply: ProofMade, to asked: ProofWanted, after kept: KeptLog, in era: Era) throws -> Sight? {
        guard reply.era == era else { return nil }
        do {
            guard kept.note == nil || kept.began == reply.began else {
                throw CheckpointError.hubRewrote("it says now that it has this station's chain from another entry on")
            }
            var witness = try kept.witness(credentials.hubKey)
            let proof = try LogProof(reply, of: credentials.chain)
            try witness.follow(proof)
            return Sight(proof: proof, witness: witness, reply: reply, compared: asked.upTo)
        } catch let error as CheckpointError {
            throw try refused(error, kept)
        }
    }

    /// The entries that the hub compares this time. None before the station knows where its journal begins there, and where
    /// the hub's head is not in this registry, which is another error.
    private func comparison(_ kept: KeptLog, _ head: JournalPoint?) async throws -> LogQuestion.Comparison? {
        guard let head, kept.note != nil, let next = kept.entries.next(upTo: head.sequence),
            try await point(head.sequence) == head
        else { return nil }
        return try await point(next.upTo).map { LogQuestion.Comparison(after: next.after, upTo: $0) }
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
