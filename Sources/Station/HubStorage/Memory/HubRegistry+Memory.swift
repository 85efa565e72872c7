internal import Faults
package import Grants
internal import PostgreSQL
package import Registry
internal import Storage

/// Whether the database still has what its daemons have answered.
extension HubRegistry {
    /// At the start of a daemon, before it answers anything: compares what it knows with the database. Where that has
    /// forgotten something, an era begins, and stations that it does not know any more are at the hub again. Returns that
    /// era; nil where nothing is missing.
    package func recall() throws -> EraBeginning? {
        let memory = ownMemory()
        // Before a mark is drawn: a note that cannot be read ends each start, and each mark is noted until a look succeeds.
        try memory.takeHandBackNotes()
        let mark = ChainName.drawn().description
        try memory.note([.marking(as: mark)], forced: true)
        let (begun, run) = try commit(by: .hub) { change in
            try Gate.lock(nil, change.connection)
            try change.lockOwnChain()
            let rows = DaemonRows(change.connection)
            // Within the look: a command that leaves a note asks behind it whether the database knows the batches.
            try memory.takeHandBackNotes()
            let known = memory.known
            let era = try rows.loss(of: known).map { try resume(known, because: $0, change) }
            try rows.leave(mark, of: known, name: memory.name, at: change.time)
            return (era, try rows.run())
        }
        try memory.note((begun == nil ? [] : [.resumed]) + headNotes + [.marked(as: mark, run: run)], forced: true)
        try learn()
        return begun
    }

    /// Of a running daemon, every second: whether the server is another one than before, and has what this daemon knows.
    /// Throws `hub-behind` where it does not: the daemon ends, and its next run begins an era. Throws
    /// ``HandBackNotes/Unreadable`` where it is not known what the database has to have.
    package func recheck() throws {
        let memory = ownMemory()
        let known = memory.known
        let isProven = try single { try DaemonRows($0).isProven(known) }
        if !isProven {
            // Before a mark is drawn, each of which is noted for good.
            do { try memory.takeHandBackNotes() } catch { throw HandBackNotes.Unreadable(fault: error) }
            let mark = ChainName.drawn().description
            try memory.note([.marking(as: mark)], forced: true)
            let run = try repeatable { connection in
                let rows = DaemonRows(connection)
                try memory.takeHandBackNotes()
                let known = memory.known
                // Between the look and now it may be another server again.
                if let loss = try rows.loss(of: known) { throw RegistryError.hubForgot(loss) }
                try rows.leave(mark, of: known, name: memory.name, at: now())
                return try rows.run()
            }
            try memory.note([.marked(as: mark, run: run)], forced: true)
        }
        try learn()
    }

    /// At the end of a daemon: nothing waits for it any more, for all that it knows is in the database at that moment.
    package func takeLeave() throws {
        let memory = ownMemory()
        guard let daemon = memory.known.daemon else { return }
        try memory.note([.leaving], forced: true)
        _ = try repeatable { connection in
            try connection.change("DELETE FROM daemons WHERE daemon = $1", [.bytes(daemon.bytes)])
        }
        try memory.note([.left], forced: true)
    }

    package func awaitedDaemons() throws -> [AwaitedDaemon] { try read { try DaemonRows($0).awaited() } }

    /// Nothing is granted by a server of which this daemon has not said that it has all that was answered.
    func requireOwnMark(_ connection: PostgresConnection) throws {
        let known = ownMemory().known
        guard let daemon = known.daemon, let mark = try DaemonRows(connection).mark(of: daemon),
            known.marks.contains(mark)
        else { throw RegistryError.hubForgot("the mark that this daemon has left in it is gone, or an older one") }
    }

    /// Does a change that leaves a mark; what was committed before that cannot be forgotten without it.
    func marking<Value>(_ change: (String) throws -> Value) throws -> Value {
        let memory = ownMemory()
        let mark = ChainName.drawn().description
        try memory.note([.marking(as: mark)], forced: true)
        let value = try change(mark)
        try memory.note([.marked(as: mark, run: memory.known.run ?? "")], forced: true)
        return value
    }

    /// Only on a server on which this daemon has looked: the mark says that it has.
    func leave(_ mark: String, _ change: HubChange) throws {
        try requireProven(change.connection)
        let memory = ownMemory()
        try DaemonRows(change.connection).leave(mark, of: memory.known, name: memory.name, at: change.time)
    }

    /// A log that may be cut off is not signed, before the daemon has looked.
    func requireProven(_ connection: PostgresConnection) throws {
        guard try DaemonRows(connection).isProven(ownMemory().known) else {
            throw RegistryError(
                .registryAway, "the hub proves nothing in this moment",
                why: "the database is another run of its server, and this daemon has not found yet what it knows",
                next: "call again in a few seconds")
        }
    }

    /// What answers leave is noted by the registry that answers.
    func ownMemory() -> HubMemory {
        guard let memory else { preconditionFailure("who grants, or proves, has a memory beside the database") }
        return memory
    }

    /// A new era, and what only this daemon's memory has.
    private func resume(_ known: DaemonMemory, because reason: String, _ change: HubChange) throws -> EraBeginning {
        let beginning = EraBeginning(era: .drawn(), reason: "the database has forgotten something: \(reason)")
        try begin(beginning, enrolled: Set(known.enrolments.keys), change)
        for other in known.others.sorted() { try DaemonRows(change.connection).await(other, at: change.time) }
        // Before stations are lost for others of their names: what these may have gets fresh identifiers.
        for handBack in known.handBacks.values.sorted(by: { $0.chain < $1.chain }) { try bringBack(handBack, change) }
        for enrolment in known.enrolments.values.sorted(by: { $0.enrolment.name < $1.enrolment.name }) {
            try bringBack(enrolment, change)
        }
        return beginning
    }

    /// Notes stations and daemons that came to the hub by others, and batches that left it. A station that comes has a
    /// token.
    private func learn() throws {
        let memory = ownMemory()
        let (known, mark) = (memory.known, try accessMark())
        let enrolled = mark == learned ? [] : try read { try knownEnrolments($0) }
        let daemons = try single { try DaemonRows($0).daemons() }
        let noted = try memory.notedHandBacks()
        let handBacks = try single { try HandedBackBatches($0).whole(besides: noted) }
        let notes =
            enrolled.filter { known.enrolments[$0.enrolment.chain] == nil }.map { MemoryNote.enrolled($0) }
            + daemons.filter { $0 != known.daemon && !known.others.contains($0) }.map { .beside(daemon: $0) }
        if !notes.isEmpty { try memory.note(notes, forced: true) }
        if !handBacks.isEmpty { try memory.keep(handBacks) }
        learned = mark
    }

    /// Stations in service, with what they call with.
    private func knownEnrolments(_ connection: PostgresConnection) throws -> [KnownEnrolment] {
        let stations = try connection.all(
            """
            SELECT name, chain, key, fingerprint, began, began_digest FROM stations
            WHERE name IS NOT NULL AND NOT lost ORDER BY chain
            """
        ) { columns in
            let (name, chain): (StationName, ChainName) = (try columns.identifier(), try columns.chain())
            let (key, fingerprint, began) = (try columns.text(), try columns.text(), try columns.integer())
            let digest = try columns.optionalText()
            return StationEnrolment(
                name: name, chain: chain, key: key, fingerprint: fingerprint,
                head: digest.map { JournalPoint(sequence: began, digest: $0) }, former: nil)
        }
        let digests = Dictionary(
            try HubTables(reading: connection, of: chain).tokens().filter { $0.token.role == .station }
                .map { ($0.token.name, $0.digest) }
        ) { first, _ in first }
        return stations.compactMap { station in
            station.name.token.flatMap { digests[$0] }.map { KnownEnrolment(station, token: $0) }
        }
    }
}

extension RegistryError {
    static func hubForgot(_ reason: String) -> RegistryError {
        RegistryError(
            .hubBehind, "the hub's daemon ends", why: "the database has forgotten something: \(reason)",
            next:
                "start the daemon again: it begins an era, and stations that come up bring back what they have written")
    }
}
