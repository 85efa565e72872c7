internal import API
internal import Checkpoints
internal import Cryptography
internal import Faults
internal import Grants
internal import Registry

/// What a hub does for its stations, and for people who look after them.
struct StationCalls: Sendable {
    let station: Station
    let hubStations: any HubStations & DocumentPages
    let heads: SignedHeads

    // MARK: People

    func invite(_ request: InvitationRequest, by author: Author) async throws -> InvitationMade {
        let hours = request.hours ?? 24
        guard InvitationRequest.hours.contains(hours) else {
            throw StationError(
                .outOfRange, "no station is invited", why: "\(hours) is not a number of hours from 1 to 720",
                next: "choose another number")
        }
        let secret = try Secret.make(Self.invitationPrefix)
        let expires = Timestamp(milliseconds: station.now().milliseconds + Int64(hours) * 3_600_000)
        let digest = try Secret.digest(of: secret)
        try await hubStations.invite(
            StationInvitation(name: request.name, digest: digest, expires: expires), by: author)
        return InvitationMade(name: request.name, secret: secret, expires: expires)
    }

    private static let invitationPrefix = "waymark_station_"

    func list() async throws -> StationList {
        let hub = try await hubStations.hubStanding()
        return StationList(
            era: hub.era, isSettled: hub.isSettled && hub.isProven,
            awaiting: try await hubStations.awaitedDaemons().map { DaemonLine(name: $0.name, seen: $0.seen) },
            try await hubStations.stations().map { StationLine($0, in: hub.era) })
    }

    func declareLost(_ name: StationName, _ cause: StatedCause, by author: Author) async throws -> StationLost {
        let loss = try await hubStations.declareLost(name, reason: try cause.checked(), by: author)
        try await station.loadAccess()
        return StationLost(loss)
    }

    func beginEra(_ cause: StatedCause, by author: Author) async throws -> EraBegun {
        EraBegun(try await hubStations.beginEra(reason: try cause.checked(), by: author))
    }

    func renewPlans(by author: Author) async throws -> PlansRenewed {
        PlansRenewed(try await hubStations.renewPlans(by: author))
    }

    func conflicts(withSettled: Bool) async throws -> ConflictList {
        let names = Dictionary(try await hubStations.stations().map { ($0.chain, $0.name) }) { first, _ in first }
        return ConflictList(
            try await hubStations.conflicts(withSettled: withSettled, limit: 1_000).map {
                ConflictList.Line($0, station: names[$0.chain])
            })
    }

    func settle(conflict number: Int, _ cause: StatedCause, by author: Author) async throws -> ConflictSettled {
        let answer = try await hubStations.settle(conflict: number, reason: try cause.checked(), by: author)
        let station = try await hubStations.station(answer.conflict.chain)?.name
        return ConflictSettled(ConflictList.Line(answer.conflict, station: station), isNew: answer.isNew)
    }

    // MARK: Stations

    /// Needs the secret of an invitation, and no token.
    func enrol(_ request: EnrolmentRequest) async throws -> EnrolmentMade {
        try station.wrongInvitations.check()
        let token = try Secret.make(Secret.tokenPrefix)
        let application = StationApplication(
            invitation: try Secret.digest(of: request.secret), chain: Self.newChain(), key: request.key,
            fingerprint: request.fingerprint, head: request.head, token: try Secret.digest(of: token))
        let enrolment: StationEnrolment
        do {
            enrolment = try await hubStations.enrol(
                application, by: Author(station: station.name, actor: "station"))
        } catch let error as GrantError where error.code == .unknownInvitation {
            station.wrongInvitations.note()
            throw error
        }
        try await station.loadAccess()
        return EnrolmentMade(
            enrolment, era: try await hubStations.hubStanding().era, token: token, hubKey: heads.key.description)
    }

    private static func newChain() -> ChainName { ChainName(bits: UInt128.random(in: 1...UInt128.max)) }

    func report(_ report: StationReport, by caller: Caller?) async throws -> StationOrders {
        guard case .token(let token, _)? = caller?.way, let name = StationName(calling: token) else {
            throw GrantError.unknownStation(report.chain)
        }
        let call = StationCall(
            from: name, on: report.fingerprint,
            StationContact(chain: report.chain, version: report.version, head: report.head, clock: report.clock))
        let (hearing, proof) = try await heads.hear(call, proving: report.proof)
        let heard = if let hearing { hearing } else { try await hubStations.hear(call) }
        return StationOrders(
            head: heard.head, era: heard.era, isSettled: heard.isSettled, clock: station.now(),
            documents: heard.documents, proof: proof)
    }

    func take(_ upload: EntriesUpload, of chain: ChainName, by caller: Caller?) async throws -> EntriesTaken {
        _ = try await own(chain, of: caller)
        return EntriesTaken(
            head: try await hubStations.take(
                ChainUpload(chain: chain, entries: upload.entries, signature: upload.signature)))
    }

    func answer(_ request: GrantRequest, by caller: Caller?) async throws -> GrantReply {
        _ = try await own(request.chain, of: caller)
        guard GrantWanted.counts.contains(request.count) else { throw GrantError.empty }
        return switch try await hubStations.answer(request) {
        case .given(let grant, let documents): GrantReply(grant, documents)
        case .refused(let refusal): GrantReply(GrantReply.Refusal(refusal), holder: try await holder(named: refusal))
        }
    }

    private func holder(named refusal: GrantRefusal) async throws -> StationName? {
        guard case .chipHeld(by: let chain) = refusal else { return nil }
        return try await hubStations.station(chain)?.name
    }

    func documents(of chain: ChainName, by caller: Caller?) async throws -> HubDocuments {
        _ = try await own(chain, of: caller)
        return try await hubStations.documents(heldBy: chain)
    }

    func documents(of chain: ChainName, after mark: String?, by caller: Caller?) async throws -> DocumentsGiven {
        _ = try await own(chain, of: caller)
        let page = try await hubStations.documents(heldBy: chain, after: mark)
        return DocumentsGiven(page.documents, mark: page.mark, isLast: page.isLast)
    }

    func prove(_ wanted: ProofWanted, to chain: ChainName, by caller: Caller?) async throws -> ProofMade {
        _ = try await own(chain, of: caller)
        return try await heads.prove(wanted, to: chain)
    }

    /// The caller's own chain: one station cannot speak for another.
    private func own(_ chain: ChainName, of caller: Caller?) async throws -> KnownStation {
        guard let known = try await hubStations.station(chain), !known.isLost, case .token(let token, _)? = caller?.way,
            token == known.name.token
        else { throw GrantError.unknownStation(chain) }
        return known
    }
}

extension StatedCause {
    fileprivate func checked() throws -> String {
        try StatedReason.check(reason)
        return reason
    }
}
