internal import API
package import ReaderSupervision
package import Registry

/// What happens at a station, for its clients. Made before the station, because the registry and the readers report to
/// it.
package struct StationEvents: Sendable {
    let hub = EventHub()

    package init() {}

    /// The journal has grown.
    package func recorded(_ event: JournalEvent, _ entry: JournalEntry) {
        hub.send("entry", on: .journal, EntryNote(entry))
        for change in event.tagChanges { hub.send("tag", on: .tags, change) }
        for batch in event.changedBatches { hub.send("batch", on: .tags, BatchChange(batch: batch)) }
    }

    /// A reader is in another state.
    package func changed(_ reader: ReaderSnapshot) {
        if let status = ReaderStatus(reader) {
            hub.send("reader", on: .readers, status)
        } else {
            hub.send("reader-removed", on: .readers, ReaderRemoval(name: reader.name))
        }
    }

    func happened(_ event: WriteEvent) { hub.send("job", on: .jobs, event) }
}

extension JournalEvent {
    /// Single tags that have another state now.
    fileprivate var tagChanges: [TagChange] {
        // A sheet's labels come with their batch.
        if case .sheetMade = self { return [] }
        return tagSteps.compactMap { step in
            guard let state = step.event.state else { return nil }
            let write = step.event.write
            return TagChange(tag: step.tag, batch: write?.batch, state: state, uid: write?.uid)
        }
    }

    /// Batches that are to be loaded again.
    fileprivate var changedBatches: [BatchName] {
        switch self {
        case .batchCreated(let batch), .batchRevised(let batch): [batch.name]
        case .batchPaused(let pause), .batchResumed(let pause): [pause.batch]
        case .batchRuled(let policy): [policy.batch]
        case .keyRotated(let rotation): [rotation.batch]
        case .sheetMade(let sheet): [sheet.batch]
        case .batchDeleted(let deletion): [deletion.batch]
        case .tagDeleted(let deletion): [deletion.batch]
        case .deploymentLoaded(let deployment): deployment.batches.map(\.name)
        default: []
        }
    }
}
