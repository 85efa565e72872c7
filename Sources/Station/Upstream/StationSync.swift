package import API
internal import Checkpoints
internal import Cryptography
internal import Faults
internal import Grants
package import Registry
internal import TextCoding

/// Brings a station and its hub together: facts go up, documents and rights come down.
///
/// Everything is done by the station's journal and the hub's, so that a round may end anywhere and be made again. What is
/// sent twice is done once.
package struct StationSync: Sendable {
    let station: WaymarkClient
    let hub: WaymarkClient
    let credentials: HubCredentials
    private let fingerprint: String
    private let version: String
    private let now: @Sendable () -> Timestamp
    let witness: HubWitness

    /// `keptLog`: see ``KeptLog/path(besides:)``.
    package init(
        station: WaymarkClient, _ credentials: HubCredentials, keptLog: String, fingerprint: String, version: String,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.station = station
        hub = WaymarkClient(hub: credentials.hub, token: credentials.token)
        self.credentials = credentials
        self.fingerprint = fingerprint
        self.version = version
        self.now = now
        witness = HubWitness(station: station, hub: hub, credentials: credentials, path: keptLog, now: now)
    }

    /// What a round did.
    package struct Round: Hashable, Sendable, Encodable {
        package let schema = 1
        /// Entries that the hub took.
        package internal(set) var uploaded = 0
        /// Tags that came.
        package internal(set) var granted = 0
        /// Requests that are not answered yet.
        package internal(set) var waiting = 0
        /// Requests that came to nothing, by their reasons.
        package internal(set) var refused: [String: Int] = [:]
        package internal(set) var isSettled = true
        /// How far the end of the chain has come, at a station that has left; nil at one that has not.
        package internal(set) var departure: Departure?

        /// Whether there may be more to do at once.
        package var hasMoved: Bool { uploaded > 0 || granted > 0 }
    }

    /// One round. `refill`: whether more is asked for of batches of which little is left.
    package func round(refill: Bool) async throws -> Round {
        if try await station.hubStatus().isParted { return try await lastRound() }
        var round = Round()
        let documents = try witness.documents()
        let (status, orders) = try await meet()
        round.isSettled = orders.isSettled
        // Before requests: the hub grants nothing to a chain that it has not heard.
        var head = try await upload(from: orders.head, into: &round)
        if refill { for wanted in status.low { _ = try await station.ask(for: wanted) } }
        for request in try await station.hubStatus().requests { try await send(request, into: &round) }
        if round.granted > 0 || refill { head = try await upload(from: head, into: &round) }
        try await receiveDocuments(asOf: orders, after: documents, from: head, into: &round)
        // What was sent is in the log from now on.
        if round.uploaded > 0 { _ = try await meet() }
        return round
    }

    /// Hears how the hub is, and takes nothing from it, and sends it nothing, before its log is verified. `hasLeft`: a
    /// station that has left takes no era either.
    func meet(hasLeft: Bool = false) async throws -> (HubStatus, StationOrders) {
        for _ in 1...3 {
            var status = try requireMembership(await station.hubStatus(), hasLeft: hasLeft)
            let asked = try await witness.question()
            var orders = try await report(status, asking: asked)
            if orders.era != status.era, !hasLeft {
                status = try await station.adopt(orders.era)
                orders = try await report(status, asking: asked)
            }
            guard let sight = try await witness.look(orders, asked) else { continue }
            try await requireOneChain(orders.head)
            try witness.keep(sight, with: orders.head, in: orders.era)
            return (status, orders)
        }
        throw CheckpointError.hubRewrote("it begins an era at every contact")
    }

    private func requireMembership(_ status: HubStatus, hasLeft: Bool) throws -> HubStatus {
        guard let membership = status.membership, membership.chain == credentials.chain else {
            throw UpstreamError.otherRegistry(credentials)
        }
        guard hasLeft || !status.isParted else { throw Self.parted(from: membership.hub) }
        return status
    }

    static func parted(from hub: String) -> UpstreamError {
        UpstreamError(
            .otherHub, "the station is under \(hub) no more", why: "it has left, or its registry was restored",
            next: "ask the hub for a new secret, and join again (with --yes): waymark station join")
    }

    private func report(_ status: HubStatus, asking proof: ProofWanted) async throws -> StationOrders {
        let report = StationReport(
            chain: credentials.chain, fingerprint: fingerprint, version: version, head: status.newest, clock: now(),
            proof: proof)
        return try await witness.ask {
            do { return try await hub.report(report) } catch let error as ClientError where error.isUnauthorized {
                // The token may be so new that this daemon of the hub has not read it yet: see `Station.followAccess`.
                try await Task.sleep(for: .seconds(1))
                return try await hub.report(report)
            }
        }
    }

    /// The hub must have what this journal has, as far as it has anything. Otherwise this registry is a copy of another
    /// one, or was set back: then nothing of the hub's may be written by it any more.
    private func requireOneChain(_ head: JournalPoint?) async throws {
        guard let head else { return }
        let known = try await station.journal(from: head.sequence, limit: 1).entries.first?.entry
        guard let known, known.sequence == head.sequence, try known.point() == head else {
            let reason = "the hub has entry \(head.sequence) of its chain, and this registry has another or none"
            _ = try await station.leaveHub(reason: reason)
            throw UpstreamError(
                .copiedRegistry, "the station has left \(credentials.hub.url)", why: reason,
                next: "find the other copy of this registry; then join again with a new secret: waymark station join")
        }
    }

    /// Sends what the hub does not have, a piece at a time, up to `end` where there is one. Returns the hub's head.
    @discardableResult
    func upload(
        from head: JournalPoint?, upTo end: JournalPoint? = nil, into round: inout Round
    ) async throws -> JournalPoint? {
        var head = head
        while true {
            let entries = try await piece(after: head?.sequence ?? 0, upTo: end?.sequence ?? .max)
            guard let last = entries.last else { return head }
            let text = ChainUpload.signedText(credentials.chain, try last.point())
            let signature = Hexadecimal.lowercase(try credentials.key.signature(of: Array(text.utf8)))
            let answered = try await hub.append(
                EntriesUpload(entries: entries, signature: signature), to: credentials.chain
            ).head
            try await requireOwn(answered, notBefore: last)
            head = answered
            round.uploaded += entries.count
        }
    }

    /// The next piece is sent from what the hub answers. It may have more than was sent now, but nothing that is not in this
    /// registry.
    private func requireOwn(_ answered: JournalPoint, notBefore last: JournalEntry) async throws {
        if try answered == last.point() { return }
        let known = try await station.journal(from: answered.sequence, limit: 1).entries.first?.entry
        guard answered.sequence > last.sequence, try known?.point() == answered else {
            throw CheckpointError.hubRewrote(
                "it was sent entries up to \(last.sequence), and answers that it has entry \(answered.sequence), which is not this registry's"
            )
        }
    }

    private func piece(after sequence: Int64, upTo end: Int64) async throws -> [JournalEntry] {
        guard sequence < end else { return [] }
        var bytes = 0
        let entries = try await station.journal(from: sequence + 1, limit: 1_000).entries.map(\.entry)
        return Array(
            entries.prefix(EntriesUpload.limit.entries).prefix { $0.sequence <= end }.prefix { entry in
                defer { bytes += entry.payload.utf8.count + 300 }
                // One large entry goes alone.
                return bytes == 0 || bytes + entry.payload.utf8.count < EntriesUpload.limit.bytes
            })
    }

    private func send(_ request: GrantRequest, into round: inout Round) async throws {
        let reply = try await hub.grant(request)
        if let grant = reply.grant, let documents = reply.documents {
            _ = try await station.take(GrantArrival(grant, documents))
            round.granted += grant.tags.count
            return
        }
        round.refused[reply.refusal?.rawValue ?? "unknown", default: 0] += 1
        switch reply.refusal {
        case .unknownChip: try await note(LoanRefusal(.unknownChip), of: request)
        case .chipHeld: try await note(LoanRefusal(.chipHeld, holder: reply.holder), of: request)
        // A hub that does not know of chips has looked for a batch.
        case .nothingFree where request.chip != nil: try await note(LoanRefusal(.olderHub), of: request)
        case .nothingFree, .requestClosed: _ = try await station.endRequest(request.number)
        case .otherEra, .notAdopted, .unsettled, .chainNotOpen, nil: round.waiting += 1
        }
    }
}

extension StationSync {
    private func note(_ refusal: LoanRefusal, of request: GrantRequest) async throws {
        _ = try await station.take(LoanRefused(request: request.number, refusal))
    }
}

extension JournalEntry {
    func point() throws -> JournalPoint {
        JournalPoint(sequence: sequence, digest: try SHA256.hexadecimal(of: canonicalBytes))
    }
}

extension ClientError {
    fileprivate var isUnauthorized: Bool { complaint.code.rawValue == "unauthorized" }
}
