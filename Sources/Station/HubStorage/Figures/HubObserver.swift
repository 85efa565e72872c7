internal import Metrics
package import PostgreSQL
package import Registry
internal import Storage
internal import Synchronization

/// Looks at the hub's database every 15 s, on a connection of its own, and tells figures at any time without waiting for it.
package actor HubObserver {
    /// Between two looks: so the database is asked as often when many ask for the figures.
    private static let pause = Duration.seconds(15)
    /// No statement of a look may take longer, in milliseconds.
    package static let patience = 2_000
    /// A look that has not ended after this time counts as unanswered.
    private static let overdue = Duration.seconds(45)

    private struct Seen: Sendable {
        var last: (measurement: HubMeasurement, time: Timestamp, took: Duration)?
        /// When the last look began that was answered; nil behind one that was not.
        var answered: Duration?
        /// Of one subject: an era that begins while the hub is unsettled does not settle it.
        var unsettled = FirstSeen<Bool>()
        var log = FirstSeen<HubMeasurement.Log>()
        var untaken = FirstSeen<HubMeasurement.UntakenGrant>()
    }

    private let session: PostgresSession
    private let executor = BlockingExecutor(label: "waymark.hub-observer")
    private let chain: ChainName
    private let now: @Sendable () -> Timestamp
    private let uptime: @Sendable () -> Duration
    private let patience: Int
    private let seen = Mutex(Seen())

    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// `chain`: the one that this daemon writes. `uptime`: a clock that is never set.
    package init(
        _ address: PostgresAddress, chain: ChainName, now: @escaping @Sendable () -> Timestamp,
        uptime: @escaping @Sendable () -> Duration, patience: Int = HubObserver.patience
    ) {
        self.patience = patience
        var address = address
        (address.connectSeconds, address.unacknowledgedMilliseconds) = (2, 4_000)
        // The second time for a connection that has ended since the last look.
        session = PostgresSession(address, tries: 2)
        self.chain = chain
        self.now = now
        self.uptime = uptime
    }

    /// Looks again and again until the task is cancelled. `changed` hears when the database goes away, with the reason, and when
    /// it is back, without one.
    package nonisolated func run(_ changed: @Sendable (RegistryError?) -> Void) async {
        var isAway = false
        while !Task.isCancelled {
            do {
                try await look()
                if isAway { changed(nil) }
                isAway = false
            } catch let error as RegistryError {
                if !isAway { changed(error) }
                isAway = true
            } catch {}
            try? await Task.sleep(for: Self.pause)
        }
    }

    /// One look.
    package func look() throws {
        let (began, time) = (uptime(), now())
        do {
            let measurement = try RegistryError.translating {
                try session.read { transaction in
                    try transaction.connection.change("SET LOCAL statement_timeout = \(patience)")
                    return try HubMeasurement(of: chain, at: time, transaction.connection)
                }
            }
            let took = uptime() - began
            seen.withLock { seen in
                seen.last = (measurement, time, took)
                seen.answered = began
                let isUnsettled = measurement.stations.awaited + measurement.awaitedDaemons > 0
                seen.unsettled.see(only: isUnsettled ? [true] : [], at: began)
                seen.log.see(only: [measurement.log].compactMap { $0 }, at: began)
                seen.untaken.see(only: measurement.untaken.keys, at: began)
            }
        } catch {
            seen.withLock { $0.answered = nil }
            throw error
        }
    }

    /// The end of the daemon's chain, as it was last seen; nil before.
    package nonisolated var newestEntry: Int64? { seen.withLock { $0.last?.measurement.newestEntry } }

    /// In Prometheus' text format.
    package nonisolated var exposition: String {
        let (seen, uptime) = (seen.withLock { $0 }, uptime())
        let store = MetricStore(HubMetrics.families)
        for family in HubMetrics.families { store.clear(family) }
        let isUp = seen.answered.map { uptime - $0 < Self.overdue } ?? false
        store.set(HubMetrics.databaseUp, to: isUp ? 1 : 0)
        guard let (measurement, time, took) = seen.last else { return store.exposition }
        store.set(HubMetrics.measured, to: time.seconds)
        store.set(HubMetrics.measuringSeconds, to: took / .seconds(1))
        store.set(HubMetrics.chain, to: 1, "\(chain)")
        measurement.tell(store, at: now())
        store.set(HubMetrics.unsettledSeconds, to: Self.seconds(seen.unsettled.oldest(at: uptime)))
        store.set(HubMetrics.checkpointSeconds, to: Self.seconds(seen.log.oldest(at: uptime)))
        store.set(HubMetrics.untakenSeconds, to: Self.seconds(seen.untaken.oldest(at: uptime)))
        return store.exposition
    }

    private static func seconds(_ duration: Duration?) -> Double { duration.map { $0 / .seconds(1) } ?? 0 }
}

extension HubMeasurement {
    /// All that has a time in the database, or none.
    fileprivate func tell(_ store: MetricStore, at now: Timestamp) {
        func age(_ time: Timestamp) -> Double { max(0, now.seconds - time.seconds) }
        store.set(HubMetrics.stations, to: Double(stations.heard), "heard")
        store.set(HubMetrics.stations, to: Double(stations.silent), "silent")
        store.set(HubMetrics.stations, to: Double(stations.lost), "lost")
        store.set(HubMetrics.awaitedStations, to: Double(stations.awaited))
        store.set(HubMetrics.awaitedDaemons, to: Double(awaitedDaemons))
        store.set(HubMetrics.unappliedEntries, to: Double(stations.unapplied))
        store.set(HubMetrics.unappliedSeconds, to: stations.oldestUnapplied.map(age) ?? 0)
        store.set(HubMetrics.unsentEntries, to: Double(stations.unsent))
        store.set(HubMetrics.untakenGrants, to: Double(untaken.count))
        store.set(HubMetrics.untakenTags, to: Double(untaken.values.reduce(0, +)))
        for conflict in conflicts {
            store.set(HubMetrics.conflicts, to: Double(conflict.count), conflict.code)
            store.set(HubMetrics.openConflicts, to: Double(conflict.open), conflict.code)
        }
        if let newest = conflicts.compactMap(\.newestOpen).max() {
            store.set(HubMetrics.conflictSeconds, to: age(newest))
        }
        store.set(HubMetrics.checkpointSize, to: Double(log?.size ?? 0))
        store.set(HubMetrics.unsignedHeads, to: Double(unsignedHeads))
        store.set(HubMetrics.changedContents, to: Double(changedContents))
        store.set(HubMetrics.databaseBytes, to: Double(databaseBytes))
        store.set(HubMetrics.frozenAge, to: Double(frozenAge))
        for table in deadRows { store.set(HubMetrics.deadRows, to: Double(table.count), table.table) }
        for replica in replicas {
            store.set(HubMetrics.replicaBytes, to: Double(replica.bytes), replica.name)
            store.set(HubMetrics.replicaSeconds, to: replica.seconds, replica.name)
        }
    }
}

extension Timestamp {
    fileprivate var seconds: Double { Double(milliseconds) / 1_000 }
}
