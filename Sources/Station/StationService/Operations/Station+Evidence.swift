internal import API
internal import Faults
internal import Foundation
internal import Registry

extension Station {
    /// Journals imports that ended with the daemon that took them. For the start.
    package func settleImports() async throws {
        for unfinished in try await storage.openImports() {
            try await storage.end(unfinished, by: Author(station: name, actor: "waymarkd"))
        }
    }

    /// Erases what has been kept long enough. For now and then.
    package func expireEvidence() async throws {
        guard let oldest = try await storage.oldestEvidence() else { return }
        let (walk, audit) = (await walks.areOpen, await drafts.areOpen)
        guard let limit = EvidenceExpiry(days: daysOfEvidence).limit(oldest: oldest, isInUse: walk || audit, at: now())
        else { return }
        guard monitor.clock.isConfirmed() else {
            // A clock that is years ahead would erase everything.
            return conditions.raise(
                .clockUnconfirmed, "sightings that are old by this clock are kept",
                why: "no time service keeps the clock, so it may be ahead, and what is erased is gone",
                next: "let a time service keep it (timedatectl set-ntp true), or vouch for it: waymarkd --trust-clock; "
                    + "by hand: waymark sightings forget --before DATE")
        }
        conditions.clear(.clockUnconfirmed)
        let forgetting = Forgetting(cause: .expired, before: limit)
        try await storage.record(
            .evidenceForgotten(forgetting, device: nil), by: Author(station: name, actor: "waymarkd"))
        _ = await erasures.carryOut()
    }

    func forget(_ request: ForgetRequest, by author: Author) async throws -> ForgetAnswer {
        if let before = request.before, before > now() {
            throw StationError(
                .outOfRange, "nothing is forgotten",
                why: "\(before) is in the future: until then phones would erase what they see instead of sending it",
                next: "name a moment that is over, and forget the rest later")
        }
        let forgetting = try Forgetting.asked(
            before: request.before, ofOneDevice: request.device != nil, phones: phones(meantBy: request))
        let device: DevicePseudonym? =
            if let name = request.device { try await evidence.pseudonym(of: name) } else { nil }
        let entry = try await storage.record(.evidenceForgotten(forgetting, device: device), by: author)
        // It is done: where this fails, the registry refuses older rows, and phones hear of it the next time.
        if forgetting.phones != nil { try? await loadAccess() }
        let obstacle = await erasures.carryOut()
        let done = try JSONDecoder().decode(Forgetting.self, from: Data(entry.payload.utf8))
        return ForgetAnswer(
            sightings: done.sightings, confirmations: done.confirmations, remarks: done.remarks ?? 0,
            pendingUntil: obstacle?.end)
    }

    /// The phones that have to erase it, too: their packs say it, and older rows are refused.
    private func phones(meantBy request: ForgetRequest) -> Forgetting.Phones? {
        guard let device = request.device else { return .all }
        return Self.phone(ofDevice: device).map(Forgetting.Phones.one)
    }

    func finding(_ number: Int) async throws -> KeptFinding {
        guard let finding = try await history.finding(Int64(number)) else { throw RegistryError.unknownFinding(number) }
        return finding
    }

    func accept(
        _ number: Int, _ request: AcceptRequest, expecting seen: EditBasis? = nil, by author: Author
    ) async throws -> KeptFinding {
        let person = request.person ?? author.actor
        try StatedReason.check(request.reason)
        try StatedReason.check(person, as: "person")
        let finding = try await finding(number)
        let acceptance = FindingAcceptance(finding: finding, reason: request.reason, person: person)
        // It is accepted for the tags that the entry names.
        try await storage.record(
            .findingAccepted(acceptance), expecting: seen ?? EditBasis.finding(finding), by: author)
        return try await self.finding(number)
    }
}
