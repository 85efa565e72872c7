internal import API
internal import Metrics
internal import Registry
internal import UnixSystem
internal import Version

extension Station {
    /// Looks at everything afresh, and writes to the disk to know that this is possible.
    func health() async -> StationHealth {
        let isWritable = await monitor.probeNowAndThen()
        await monitor.look()
        return StationHealth(
            conditions: conditions.current, isWritable: isWritable,
            disk: monitor.disk.map { StationHealth.Disk(free: $0.free, total: $0.total) },
            readers: Dictionary(grouping: readerStatuses, by: \.state.rawValue).mapValues(\.count),
            clock: StationHealth.Clock(isConfirmed: monitor.clock.isConfirmed()), memory: AvailableMemory.free)
    }

    /// The station's figures in Prometheus' text format.
    func exposition() async throws -> String {
        let store = metrics.store
        store.set(StationMetrics.info, to: 1, Release.version)
        store.clear(StationMetrics.conditions)
        for condition in conditions.current {
            store.set(StationMetrics.conditions, to: 1, condition.name.rawValue, condition.severity.rawValue)
        }
        store.clear(StationMetrics.restarts)
        let statuses = readerStatuses
        for state in ReaderStatus.State.allCases {
            store.set(StationMetrics.readers, to: Double(statuses.count { $0.state == state }), state.rawValue)
        }
        for reader in statuses { store.set(StationMetrics.restarts, to: Double(reader.restarts), reader.name.text) }
        store.clear(StationMetrics.queue)
        let running = await jobs.running
        store.set(StationMetrics.jobs, to: Double(running.count))
        for job in running { store.set(StationMetrics.queue, to: Double(job.total - job.done), job.batch.text) }
        let ofHub = hubFigures?()
        if let ofHub {
            // It is asked for while the database is away, too.
            store.clear(StationMetrics.journal)
            if let newest = ofHub.newestEntry { store.set(StationMetrics.journal, to: Double(newest)) }
        } else {
            store.set(StationMetrics.journal, to: Double(try await storage.newestEntry()?.sequence ?? 0))
            for (file, suffix) in [("registry", ""), ("log", "-wal")] {
                store.set(StationMetrics.registryBytes, to: Double(File.size(registry.path + suffix) ?? 0), file)
            }
        }
        if let disk = monitor.disk { store.set(StationMetrics.diskFree, to: Double(disk.free)) }
        let process = ProcessFigures.own
        store.set(StationMetrics.memory, to: Double(process.residentBytes))
        store.set(StationMetrics.processor, to: process.processorSeconds)
        store.set(StationMetrics.start, to: process.startTime)
        return store.exposition + (ofHub?.exposition ?? "")
    }
}
