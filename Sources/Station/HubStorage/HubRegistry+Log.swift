package import Checkpoints
internal import Faults
package import Grants
internal import PostgreSQL
internal import Registry
internal import Storage

/// What the hub proves to its stations at each contact, and the part of it that is looked over then.
extension HubRegistry: HeadLog {
    package func prove(_ question: LogQuestion) throws -> LogProof {
        guard let signer else { throw CheckpointError.notSigned([]) }
        let time = ContinuousClock.now
        let (looksAtAll, looksFurther) = due(at: time)
        if !looksAtAll, !looksFurther, let proof = try proofAtRest(question)?.proof { return try proof.get() }
        let (proof, checked, signed) = try repeatable { [logCursor] connection in
            try requireProven(connection)
            let rows = LogRows(connection: connection, era: try era(connection))
            let note = try LogExtension(
                rows: rows, signer: signer, looked: looksAtAll ? nil : [question.chain, chain]
            ).append()
            let window =
                looksFurther || note.size <= LogWindow.size ? Self.window(after: logCursor, in: note.size) : nil
            if let window { try LogWindow(rows: rows, key: signer.key).check(window) }
            let (began, head) = try ends(of: question.chain, connection)
            if let compared = question.compared {
                try compare(compared, of: question.chain, from: began, to: head, connection)
                if let complaint = try wrongHead(connection, of: question.chain) {
                    throw CheckpointError.logDamaged(complaint)
                }
            }
            let signed = MemoryNote.signed(era: rows.era, size: Int64(clamping: note.size), note: note.text)
            let leaf = try rows.newestLeaf(of: question.chain)
            return (
                try prove(question, rows, in: rows.era, upTo: note, leaf: leaf, from: began), window?.upperBound, signed
            )
        }
        // Before it goes out: what was signed over is not forgotten unnoticed.
        try ownMemory().note(ifNew: signed)
        if let checked { (logCursor, lastWindow) = (checked, time) }
        if looksAtAll { lastFullLook = time }
        lastSigned = signed
        return proof
    }

    package func hear(_ call: StationCall, proving question: LogQuestion?) throws -> ContactAnswer {
        guard let question else { return answer(try note(call), nil) }
        if isAtRest, due(at: .now) == (false, false), let look = try proofAtRest(question, hearing: call) {
            let heard = try heard(in: look.before, of: call)
            return answer(heard, try withinLog { try look.proof?.get() ?? prove(question) })
        }
        let heard = try note(call)
        return answer(heard, try withinLog { try prove(question) })
    }

    private func answer(_ heard: Heard, _ proof: LogProof?) -> ContactAnswer {
        ContactAnswer(hearing: heard.isBehind ? nil : heard.hearing, proof: proof)
    }

    /// A station asks before it knows what the hub has: where that is less than it should compare, it hears so, and asks again.
    private func withinLog(_ prove: () throws -> LogProof) throws -> LogProof? {
        do { return try prove() } catch let error as CheckpointError where error.code == .outsideLog { return nil }
    }

    /// Whether it is time to compare all heads with the log, and to look over a further part of it.
    private func due(at time: ContinuousClock.Instant) -> (all: Bool, further: Bool) {
        (
            lastFullLook.map { time - $0 > Self.fullLookPeriod } ?? true,
            lastWindow.map { time - $0 > windowPeriod } ?? true
        )
    }

    /// `before`: the rows of the statement that was done before the look; `proof`: nil where something may have moved since the
    /// newest checkpoint.
    private typealias RestingProof = (before: [PostgresRow], proof: Result<LogProof, CheckpointError>?)

    /// Where nothing has moved since the newest checkpoint, which this daemon has looked over and noted. Nil before there is
    /// one. `call`: is noted in the same journey.
    private func proofAtRest(_ question: LogQuestion, hearing call: StationCall? = nil) throws -> RestingProof? {
        guard case .signed(let era, let size, _)? = lastSigned, let daemon = ownMemory().known.daemon else {
            return nil
        }
        let look = RestingLook(
            question, by: daemon, in: era, guessing: provenLeaves[question.chain], of: UInt64(clamping: size))
        let before = call.map { [hearing(of: $0)] } ?? []
        let found: RestingProof = try single { connection in
            let rows = try connection.together(before + look.statements)
            let answer = try look.answer(rows[before.count...], connection)
            return (before.isEmpty ? [] : rows[0], try answer.flatMap { try proof(question, $0, connection) })
        }
        isAtRest = found.proof != nil
        if case .success(let proof)? = found.proof { remember(proof.leaf?.index, of: question.chain) }
        return found
    }

    /// Nil where the newest checkpoint is not the one that this daemon has looked over. What the log contradicts is a result:
    /// the station was heard all the same.
    private func proof(
        _ question: LogQuestion, _ answer: RestingLook.Answer, _ connection: PostgresConnection
    ) throws -> Result<LogProof, CheckpointError>? {
        let rest = answer.rest
        guard rest.signed == lastSigned, rest.note.size > LogWindow.size else { return nil }
        do {
            if let compared = question.compared {
                try compare(
                    compared, of: question.chain, from: rest.began, to: rest.head, connection, page: answer.page)
            }
            return .success(
                try prove(question, answer.nodes, in: rest.era, upTo: rest.note, leaf: rest.leaf, from: rest.began))
        } catch let error as CheckpointError {
            return .failure(error)
        }
    }

    private func remember(_ leaf: UInt64?, of chain: ChainName) {
        if provenLeaves.count >= Self.rememberedLeaves { provenLeaves = [:] }
        provenLeaves[chain] = leaf
    }

    /// Some 10 MB.
    private static let rememberedLeaves = 100_000

    /// A head that is changed by another hand than that of its writer is found within a minute.
    private static let fullLookPeriod = Duration.seconds(60)

    private static func window(after cursor: UInt64, in size: UInt64) -> Range<UInt64> {
        guard size > LogWindow.size else { return 0..<size }
        let start = cursor < size ? cursor : 0
        return start..<min(start + LogWindow.size, size)
    }

    private func prove(
        _ question: LogQuestion, _ nodes: some LogNodes, in era: Era, upTo note: LogRows.Note,
        leaf newest: LogRows.Leaf?, from began: ChainPlace
    ) throws -> LogProof {
        let proofs = LogProofs(nodes)
        let leaf = try newest.map { newest in
            LogProof.Leaf(
                index: newest.number, entry: newest.entry,
                inclusion: try proofs.inclusion(of: newest.number, in: note.size))
        }
        let known = question.known.flatMap { $0.era == era ? $0.size : nil } ?? 0
        return LogProof(
            era: era, note: try SignedNote(parsing: Array(note.text.utf8)),
            // A station that knows more than there is finds that out by the checkpoint.
            consistency: known <= note.size ? try proofs.consistency(from: known, to: note.size) : [], leaf: leaf,
            began: began.sequence == 0 ? nil : JournalPoint(sequence: began.sequence, digest: began.digest))
    }

    /// Whether the entries between two that the station has lead from the one to the other. Throws `log-damaged`.
    private func compare(
        _ compared: LogQuestion.Comparison, of chain: ChainName, from began: ChainPlace, to head: ChainPlace,
        _ connection: PostgresConnection, page: [PostgresRow]? = nil
    ) throws {
        let first = compared.after.map { ChainPlace(sequence: $0.sequence, digest: $0.digest) } ?? .beforeTheFirst
        let last = compared.upTo
        // In this order: a station may ask for any number, and no difference overflows.
        guard began.sequence <= first.sequence, first.sequence < last.sequence, last.sequence <= head.sequence,
            last.sequence - first.sequence <= LogQuestion.window
        else {
            throw CheckpointError.outsideLog(
                "the hub has entries \(began.sequence + 1) to \(head.sequence) of the chain, and compares 200 at a time"
            )
        }
        let walk = ChainWalk(
            chain, from: first, to: head, connection, pageSize: last.sequence - first.sequence, firstPage: page)
        do {
            while walk.place.sequence < last.sequence, try walk.take() != nil {}
        } catch let broken as ChainWalk.Broken {
            throw CheckpointError.logDamaged(
                "entry \(broken.sequence) of chain \(chain), or the one before it, was changed in the database")
        }
        guard walk.place == ChainPlace(sequence: last.sequence, digest: last.digest) else {
            throw CheckpointError.logDamaged(
                "entry \(last.sequence) of chain \(chain) is another one than at its station")
        }
    }

    private func ends(
        of chain: ChainName, _ connection: PostgresConnection
    ) throws -> (began: ChainPlace, head: ChainPlace) {
        let ends = try connection.all(
            """
            SELECT began, began_digest, sequence, digest FROM stations JOIN chains ON chains.chain = stations.chain
            WHERE stations.chain = $1 AND name IS NOT NULL
            """, [.bytes(chain.bytes)]
        ) { columns in
            let began = ChainPlace(
                sequence: try columns.integer(), digest: try columns.optionalText() ?? JournalEntry.beforeTheFirst)
            return (began: began, head: ChainPlace(sequence: try columns.integer(), digest: try columns.text()))
        }.first
        guard let ends else { throw CheckpointError.logDamaged("chain \(chain) has no head") }
        return ends
    }

    private func era(_ connection: PostgresConnection) throws -> Era {
        guard let era = try connection.all("SELECT era FROM hub", as: { try $0.optionalEra() }).first ?? nil else {
            throw RegistryError.unreadable("the hub's era", "nothing")
        }
        return era
    }

    /// Of a chain whose head's time is not that of its newest entry, or of any such chain.
    func wrongHead(_ connection: PostgresConnection, of chain: ChainName? = nil) throws -> String? {
        try connection.all(
            """
            SELECT chains.chain, chains.sequence FROM chains
            LEFT JOIN journal ON journal.chain = chains.chain AND journal.sequence = chains.sequence
            WHERE ($1::bytea IS NULL OR chains.chain = $1) AND journal.time IS DISTINCT FROM chains.time LIMIT 1
            """, [chain.map { .bytes($0.bytes) } ?? .null]
        ) { "the head of chain \(try $0.chain()) does not have the time of its entry \(try $0.integer())" }.first
    }
}
