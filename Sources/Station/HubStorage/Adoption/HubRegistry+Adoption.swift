internal import Faults
internal import Grants
internal import PostgreSQL
package import Registry
internal import Storage
internal import UnixSystem

/// How the registry of a station that worked by itself comes to the hub. Each step finds what it has done before.
extension HubRegistry {
    /// What the hub has of a registry so far.
    package func adoption(of path: String) throws -> AdoptionState {
        let registry = try StandaloneRegistry(path)
        guard let end = try registry.end() else { throw RegistryError.empty(path) }
        return try read { connection in
            let chains = try AdoptedChains(connection).all()
            let derived = ChainName(String(end.head.digest.prefix(32))) ?? .drawn()
            let chain = end.handOver?.chain ?? derived
            if let own = chains.first(where: { $0.chain == chain }), own.isApplied || own.head == end.head {
                guard own.head == end.head else { throw RegistryError.goneOn(path, own.chain, after: own.head) }
                return AdoptionState(chain, end, known: own)
            }
            for other in chains {
                let common = try registry.digest(of: other.head.sequence)
                if common == other.head.digest {
                    guard !other.isApplied else { throw RegistryError.goneOn(path, other.chain, after: other.head) }
                    // Its entries are there and mean nothing yet: more of them follow.
                    return AdoptionState(other.chain, end, known: nil)
                }
                if try isBehind(end.head, in: other, connection) {
                    throw RegistryError.older(path, other.chain, end: other.head, than: end.head)
                }
            }
            return AdoptionState(chain, end, known: nil)
        }
    }

    /// Whether the journal of an adopted registry continues behind this entry.
    private func isBehind(
        _ head: JournalPoint, in other: AdoptedChains.Row, _ connection: PostgresConnection
    ) throws -> Bool {
        guard head.sequence < other.head.sequence else { return false }
        return try connection.all(
            "SELECT previous FROM journal WHERE chain = $1 AND sequence = $2",
            [.bytes(other.chain.bytes), .integer(head.sequence + 1)]
        ) { try $0.text() }.first == head.digest
    }

    /// Throws where a daemon is there whose version does not know of adopted registries.
    package func requireAdoptionReaders() throws { try read(HubSchema.requireAdoptionReaders) }

    /// `noted`: batches that have left, by a daemon's folder: the database may have forgotten them.
    package func collisions(with path: String, noted: [BatchHandBack]) throws -> AdoptionReport {
        let registry = try StandaloneRegistry(path)
        let beginning = try registry.journal(after: 0, limit: Self.entriesAtOnce)
        return try read { connection in
            try requireEveryLook(connection, refusing: Self.notAdopted)
            var report = try StandaloneRegistry.translating {
                try HubTables(reading: connection, of: chain).collisions(with: registry.tables)
            }
            // The hub would hold its tags for the registry that this one is, and which works no more.
            let known = try HandedBackBatches(connection).all()
            for left in Set(known + noted).sorted(by: { $0.chain < $1.chain })
            where HandedBackRegistry.began(beginning, with: left) {
                for batch in left.batches {
                    report.add("batch \(batch)", "it has left the hub for this registry (chain \(left.chain)) for good")
                }
            }
            return report
        }
    }

    private static let notAdopted = "the registry is not adopted"

    /// The journal, link by link. It means nothing yet.
    package func takeChain(
        of path: String, _ state: AdoptionState, _ tell: @Sendable (Int64) throws -> Void
    ) throws {
        let registry = try StandaloneRegistry(path)
        let (file, time) = (Folder.resolved(path), now())
        try repeatable { connection in
            try HubSchema.contractForAdoption(connection)
            try AdoptedChains(connection).begin(state, with: file, at: time)
        }
        var known = try read { try place(of: state.chain, $0) }
        while known.sequence < state.head.sequence {
            guard try known.sequence == 0 || registry.digest(of: known.sequence) == known.digest else {
                throw RegistryError.chainForked(state.chain, at: known.sequence)
            }
            let page = try registry.journal(after: known.sequence, limit: Self.entriesAtOnce)
                .prefix { $0.sequence <= state.head.sequence }
            let last = try page.last(continuing: known)
            guard last.sequence < state.head.sequence || last.digest == state.head.digest else {
                throw RegistryError.damaged(at: last.sequence)
            }
            try repeatable { connection in
                try Gate.lock(state.chain, connection)
                let head = try ChainHead.lock(state.chain, connection).place
                // A page whose COMMIT was not answered is there already.
                guard head != last else { return }
                guard head == known else { throw RegistryError.chainForked(state.chain, at: head.sequence) }
                try append(
                    Array(page), to: state.chain, last: JournalPoint(sequence: last.sequence, digest: last.digest),
                    connection)
            }
            known = last
            try tell(known.sequence)
        }
    }

    private static let entriesAtOnce = 2_000

    private func place(of chain: ChainName, _ connection: PostgresConnection) throws -> ChainPlace {
        try connection.all("SELECT sequence, digest FROM chains WHERE chain = $1", [.bytes(chain.bytes)]) {
            ChainPlace(sequence: try $0.integer(), digest: try $0.text())
        }.first ?? .beforeTheFirst
    }

    /// All tables in one transaction, behind every gate: other daemons wait. They are compared there, before the hub
    /// changes anything of them. From here on the entries count. No station gets the tags before
    /// ``endAdoption(_:by:_:)``: until then a daemon may work with the registry's file.
    package func takeTables(
        of path: String, _ state: AdoptionState, by author: Author, _ tell: @Sendable (Int) throws -> Void
    ) throws {
        let registry = try StandaloneRegistry(path)
        let tags = try registry.countTags()
        // What was looked for before may have come since, and then the tables refuse it: the second time says what it was.
        var isThorough = false
        try commit(by: author) { change in
            defer { isThorough = true }
            try Gate.lock(nil, change.connection)
            try change.lockOwnChain()
            let chains = AdoptedChains(change.connection)
            guard let known = try chains.locked(state.chain), !known.isApplied else { return }
            try requireEveryLook(change.connection, refusing: Self.notAdopted)
            guard try place(of: state.chain, change.connection).digest == state.head.digest else {
                throw RegistryError.damaged(at: state.head.sequence)
            }
            let (tables, source) = (HubTables(reading: change.connection, of: chain), registry.tables)
            // What is given up is noted as the registry's.
            let work = HubWork(after: 0, of: state.chain, isShared: false)
            let adoption = try StandaloneRegistry.translating {
                let adoption = RegistryAdoption(
                    chain: state.chain, station: state.station, head: state.head,
                    deployments: try source.profiles().map(\.name), stores: try source.stores().count,
                    experiences: try source.experiences().count, batches: try source.batchNames(), tags: tags,
                    findingsBehind: try tables.lastFinding())
                try change.record(.hubMoved(.adopted(adoption)), work) {
                    try $0.adopt(source, as: adoption, isThorough: isThorough, tell)
                }
                return adoption
            }
            try HandedBackBatches(change.connection).hold(tagsOf: adoption.batches)
            let found = try differences(from: registry, as: adoption, change.connection)
            try chains.apply(adoption, erasures: tables.countErasures(), isCompared: found.isEmpty)
        }
    }

    /// Whether the journal is what it is in the file; and the tables, unless they were found to be so before. Rows of
    /// evidence: see ``missing(_:)-sightings``.
    package func differences(
        from path: String, _ state: AdoptionState
    ) throws -> AdoptionReport {
        let registry = try StandaloneRegistry(path)
        var areTablesEqual = false
        let report: AdoptionReport = try read { connection in
            guard let known = try AdoptedChains(connection).row(state.chain), known.isApplied else {
                throw RegistryError.damaged(at: state.head.sequence)
            }
            let adoption = RegistryAdoption(
                chain: state.chain, station: state.station, head: state.head, deployments: [], stores: 0,
                experiences: 0, batches: [], tags: 0, findingsBehind: known.findingsBehind)
            var report =
                try known.isCompared ? AdoptionReport() : differences(from: registry, as: adoption, connection)
            areTablesEqual = report.isEmpty
            var last: Int64 = 0
            while last < state.head.sequence {
                let page = try registry.journal(after: last, limit: Self.entriesAtOnce)
                    .filter { $0.sequence <= state.head.sequence }
                let own = try connection.all(
                    "\(Self.selectEntry) WHERE chain = $1 AND sequence > $2 ORDER BY sequence LIMIT $3",
                    [.bytes(state.chain.bytes), .integer(last), .integer(Int64(page.count))]
                ) { try $0.readEntry() }
                guard !page.isEmpty, own == page, try own.last?.digest() == page.last?.digest() else {
                    report.add("the journal", "entries behind \(last) are not what they were at the station")
                    break
                }
                last += Int64(page.count)
            }
            return report
        }
        if areTablesEqual { try repeatable { try AdoptedChains($0).noteCompared(state.chain) } }
        return report
    }

    private func differences(
        from registry: StandaloneRegistry, as adoption: RegistryAdoption, _ connection: PostgresConnection
    ) throws -> AdoptionReport {
        try StandaloneRegistry.translating {
            try HubTables(reading: connection, of: chain).differences(from: registry.tables, as: adoption)
        }
    }

    /// From here on the registry's tags are the hub's to grant: no daemon works with its file any more.
    package func endAdoption(_ state: AdoptionState, by author: Author, _ tell: @Sendable (Int) throws -> Void) throws {
        var freed = 0
        var last: (batch: Int64, row: Int64)? = (0, -1)
        while let place = last {
            let ends = try repeatable { connection in
                try Gate.lock(state.chain, connection)
                return try connection.all(
                    """
                    WITH held AS (
                        SELECT batch, row FROM tags WHERE holder = $1 AND (batch, row) > ($2, $3)
                        ORDER BY batch, row LIMIT 2000 FOR UPDATE
                    ), freed AS (
                        UPDATE tags SET holder = NULL FROM held WHERE tags.batch = held.batch AND tags.row = held.row
                        RETURNING tags.batch, tags.row
                    )
                    SELECT batch, row, count(*) OVER () FROM freed ORDER BY batch DESC, row DESC LIMIT 1
                    """, [.bytes(state.chain.bytes), .integer(place.batch), .integer(place.row)]
                ) { (batch: try $0.integer(), row: try $0.integer(), count: Int(try $0.integer())) }
            }
            last = ends.first.map { ($0.batch, $0.row) }
            freed += ends.first?.count ?? 0
            if last != nil { try tell(freed) }
        }
        try commit(by: author) { change in
            try Gate.lock(state.chain, change.connection)
            try change.lockOwnChain()
            let chains = AdoptedChains(change.connection)
            guard let known = try chains.locked(state.chain), !known.isEnded else { return }
            try chains.end(state.chain)
            try change.record(.hubMoved(.adoptionEnded(AdoptionEnd(chain: state.chain, station: state.station))))
        }
    }
}

extension Collection<JournalEntry> {
    /// The place of the last one. Throws where one of them does not follow the one before it.
    fileprivate func last(continuing place: ChainPlace) throws -> ChainPlace {
        var last = place
        for entry in self {
            guard entry.sequence == last.sequence + 1, entry.previous == last.digest else {
                throw RegistryError.damaged(at: last.sequence + 1)
            }
            last = ChainPlace(sequence: entry.sequence, digest: try entry.digest())
        }
        guard last != place else { throw RegistryError.damaged(at: place.sequence + 1) }
        return last
    }
}
