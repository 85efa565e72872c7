internal import API
internal import Faults
internal import Provisioning
internal import ReaderSupervision
internal import Registry

/// Which readers a job gets.
extension WriteJobs {
    /// Takes the readers that are wanted, all or none; or every free one that is ready.
    nonisolated func takeReaders(_ request: WriteJobRequest) throws -> [ReservedReader] {
        guard request.readers.isEmpty else { return try takeAll(Set(request.readers), for: request.batch) }
        let names = readers.snapshots.compactMap { ReaderName($0.name) }
        let first = try ReaderChoice.first(of: names)
        let ready = takeFreeReaders(for: request.batch)
        // None is ready: the job waits for those that are free, and reports their failures. None is free: the first
        // says why.
        if !ready.isEmpty { return ready }
        let free = names.compactMap { try? take($0, for: request.batch) }
        return free.isEmpty ? [try take(first, for: request.batch)] : free
    }

    /// Takes these readers, all or none.
    nonisolated func takeAll(_ names: Set<ReaderName>, for batch: BatchName) throws -> [ReservedReader] {
        var taken: [ReservedReader] = []
        do {
            for name in names.sorted() { taken.append(try take(name, for: batch)) }
        } catch {
            for reader in taken { reservations.giveBack(reader.name) }
            throw error
        }
        return taken
    }

    /// Takes every reader that is ready and not in use.
    nonisolated func takeFreeReaders(for batch: BatchName) -> [ReservedReader] {
        readers.snapshots.filter { $0.state == .ready }.compactMap { snapshot in
            ReaderName(snapshot.name).flatMap { try? take($0, for: batch) }
        }
    }

    nonisolated func take(_ name: ReaderName, for batch: BatchName) throws -> ReservedReader {
        guard let link = readers.link(to: name.text) else { throw RegistryError.unknownReader(name) }
        try reservations.take(name, for: "writing batch \(batch)")
        let counted = CountingLink(link: link, reader: name.text, metrics: metrics)
        return ReservedReader(name: name, link: counted) { [readers] in readers.changes(of: name.text) }
    }

    /// The reader that is wanted, or the only one there is.
    nonisolated func readerName(_ wanted: ReaderName?) throws -> ReaderName {
        try ReaderChoice.one(of: readers.snapshots.compactMap { ReaderName($0.name) }, wanted: wanted)
    }
}
