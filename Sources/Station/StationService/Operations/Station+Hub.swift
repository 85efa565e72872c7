internal import API
internal import Cryptography
internal import Faults
internal import Grants
internal import Registry

/// The station's place under a hub. A program beside the daemon talks to the hub (`waymark station sync`), and hands over
/// what it says; whether it is taken is decided by the journal.
extension Station {
    func hubStatus() async throws -> HubStatus {
        let standing = try await membership.standing()
        let grants = standing.grants
        let held = (grants?.held ?? [:]).sorted { $0.key < $1.key }.map { request, grant in
            HubStatus.Held(
                request: request, batch: grant.batch, size: grant.size, planned: grant.planned.count,
                written: grant.written.count, chip: grant.chip)
        }
        let isParted = if case .parted = standing { true } else { false }
        return HubStatus(
            membership: standing.membership, isParted: isParted, era: grants?.era,
            requests: (grants?.open.values).map { $0.sorted { $0.number < $1.number } } ?? [], grants: held,
            refused: (grants?.refusals ?? [:]).sorted { $0.key < $1.key }.map { HubStatus.Refused($0.key, $0.value) },
            low: Self.low(held, grants), newest: try await newestPoint())
    }

    /// As many again as came last. A grant of which nothing was written is not refilled.
    private static func low(_ held: [HubStatus.Held], _ grants: StationGrants?) -> [GrantWanted] {
        let newest = Dictionary(held.filter { $0.chip == nil }.map { ($0.batch, $0.size) }) { _, later in later }
        return newest.filter { grants?.isLow(on: $0.key) == true }.map { GrantWanted(batch: $0.key, count: $0.value) }
            .sorted { $0.batch < $1.batch }
    }

    private func newestPoint() async throws -> JournalPoint? {
        try await queries.newestEntry().map {
            JournalPoint(sequence: $0.sequence, digest: try SHA256.hexadecimal(of: $0.canonicalBytes))
        }
    }

    /// Behind a chain that has ended it leaves first, before it enrols: a departure behind the entry with which it enrols
    /// would end the new chain.
    func join(_ wanted: HubMembership, by author: Author) async throws -> HubStatus {
        try await storage.record(.hubJoined(wanted), by: author)
        return try await hubStatus()
    }

    /// Where its chain has ended, it gives up what it held and has not written, which may be another station's by now.
    func leaveHub(_ reason: String, by author: Author) async throws -> HubStatus {
        let standing = try await membership.standing()
        guard let grants = standing.grants else { throw GrantError.notJoined }
        var released: [GrantEnd] = []
        for (request, grant) in grants.held.sorted(by: { $0.key < $1.key }) {
            let planned = try await untouched(grant.planned)
            if !planned.isEmpty { released.append(GrantEnd(request: request, batch: grant.batch, tags: planned)) }
        }
        if case .parted = standing, released.isEmpty { return try await hubStatus() }
        try await storage.record(.hubLeft(HubDeparture(reason: reason, released: released)), by: author)
        return try await hubStatus()
    }

    /// Those that the tables have as plans: a restoration may know more of a tag than the grants do.
    private func untouched(_ tags: Set<TagID>) async throws -> [TagID] {
        var planned: [TagID] = []
        for id in tags.sorted() {
            if let tag = try await storage.tag(id), tag.state == .planned, tag.life.prints == 0 { planned.append(id) }
        }
        return planned
    }

    func ask(for wanted: GrantWanted, by author: Author) async throws -> GrantRequest {
        guard GrantWanted.counts.contains(wanted.count) else {
            throw StationError(
                .outOfRange, "no tags are asked for", why: "\(wanted.count) is not a number from 1 to 10000",
                next: "ask for fewer tags at a time")
        }
        guard let grants = try await membership.standing().grants else { throw GrantError.notJoined }
        for case .journal(.asked(let request)) in try grants.actions(for: .wanted(wanted.batch, count: wanted.count)) {
            try await storage.record(.grantMoved(.asked(request)), by: author)
            return request
        }
        throw GrantError.notJoined
    }

    /// Ends a request that waits, or gives back what is left of one that was answered.
    func endRequest(_ number: Int, by author: Author) async throws -> HubStatus {
        guard let grants = try await membership.standing().grants else { throw GrantError.notJoined }
        if let open = grants.open[number] {
            try await storage.record(.grantMoved(.declined(GrantEnd(request: number, batch: open.batch))), by: author)
        } else if let held = grants.held[number] {
            let end = GrantEnd(request: number, batch: held.batch, tags: held.planned.sorted())
            // What is written of it stays the station's to finish and to replace, until nothing of it is open. A loan is
            // finished by the next one who borrows it.
            let isFinished = if held.chip == nil { try await isDone(held.written) } else { true }
            try await storage.record(.grantMoved(isFinished ? .closed(end) : .returned(end)), by: author)
        } else {
            throw GrantError.unknown(number)
        }
        return try await hubStatus()
    }

    private func isDone(_ tags: Set<TagID>) async throws -> Bool {
        for id in tags {
            if let tag = try await storage.tag(id), !tag.state.isDone, tag.state != .retired { return false }
        }
        return true
    }

    /// An answer that comes late, or a second time, changes nothing.
    func take(_ arrival: GrantArrival, by author: Author) async throws -> HubStatus {
        guard let grants = try await membership.standing().grants else { throw GrantError.notJoined }
        if try !grants.actions(for: .answered(arrival.grant)).isEmpty {
            do {
                try await storage.record(.grantMoved(.taken(arrival.grant, arrival.documents)), by: author)
            } catch let error as RegistryError where error.code == .contradiction && arrival.grant.loan != nil {
                // It would be so at each round: the hub hears that the tag has not come.
                _ = try await refuse(
                    LoanRefused(request: arrival.grant.request, LoanRefusal(.contradiction)), by: author)
                throw error
            }
        }
        return try await hubStatus()
    }

    func adopt(_ adoption: EraAdoption, by author: Author) async throws -> HubStatus {
        guard let grants = try await membership.standing().grants else { throw GrantError.notJoined }
        if try !grants.actions(for: .eraHeard(adoption.era)).isEmpty {
            try await storage.record(.grantMoved(.eraAdopted(adoption)), by: author)
        }
        return try await hubStatus()
    }

    /// Journals documents that say something new.
    func receive(_ documents: HubDocuments, by author: Author) async throws -> HubStatus {
        if try await says(something: documents) {
            try await storage.record(.documentsReceived(documents), by: author)
            for batch in documents.batches { try await jobs.refresh(batch.name) }
        }
        return try await hubStatus()
    }

    /// Looks up what came, and not all that is there: pages are small, and a station may have many.
    private func says(something documents: HubDocuments) async throws -> Bool {
        for store in documents.stores where try await queries.store(store.id) != store { return true }
        if !documents.experiences.isEmpty {
            let experiences = Set(try await queries.experiences())
            if documents.experiences.contains(where: { !experiences.contains($0) }) { return true }
        }
        let deployments = Set(try await queries.deployments())
        if documents.deployments.contains(where: { !deployments.contains($0) }) { return true }
        for batch in documents.batches {
            guard let own = try await queries.batch(head: batch.name) else { continue }
            if own.rules != batch.rules || own.template != batch.template || own.deployment != batch.deployment {
                return true
            }
            for plan in batch.tags {
                guard let tag = try await queries.tag(plan.id), tag.batch == batch.name else { continue }
                if tag.url != plan.url || tag.store != plan.store || tag.placement != plan.placement { return true }
            }
        }
        return false
    }
}
