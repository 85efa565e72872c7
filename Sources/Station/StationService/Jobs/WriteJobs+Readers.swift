internal import API
internal import Faults
internal import ReaderSupervision
internal import Registry

/// Which readers a job gets.
extension WriteJobs {
    /// Takes the readers that are wanted, all or none; or every free one that is ready.
    nonisolated func takeReaders(_ request: WriteJobRequest) throws -> [ReservedReader] {
        guard request.readers.isEmpty else {
            var taken: [ReservedReader] = []
            do {
                for name in Set(request.readers).sorted() { taken.append(try take(name, for: request.batch)) }
            } catch {
                for reader in taken { desk.giveBack(reader.name) }
                throw error
            }
            return taken
        }
        let names = readers.snapshots.compactMap { ReaderName($0.name) }
        guard let first = names.first else { throw Self.noReader }
        let ready = takeFreeReaders(for: request.batch)
        // None is ready: the job waits for those that are free, and reports their failures. None is free: the first
        // says why.
        if !ready.isEmpty { return ready }
        let free = names.compactMap { try? take($0, for: request.batch) }
        return free.isEmpty ? [try take(first, for: request.batch)] : free
    }

    /// Takes every reader that is ready and not in use.
    nonisolated func takeFreeReaders(for batch: BatchName) -> [ReservedReader] {
        readers.snapshots.filter { $0.state == .ready }.compactMap { snapshot in
            ReaderName(snapshot.name).flatMap { try? take($0, for: batch) }
        }
    }

    nonisolated func take(_ name: ReaderName, for batch: BatchName) throws -> ReservedReader {
        guard let link = readers.link(to: name.text) else { throw Self.unknownReader(name) }
        try desk.take(name, for: "writing batch \(batch)")
        let counted = CountingLink(link: link, reader: name.text, metrics: metrics)
        return ReservedReader(name: name, link: counted) { [readers] in readers.changes(of: name.text) }
    }

    /// The reader that is wanted, or the only one there is.
    nonisolated func readerName(_ wanted: ReaderName?) throws -> ReaderName {
        let names = readers.snapshots.map(\.name)
        if let wanted {
            guard names.contains(wanted.text) else { throw Self.unknownReader(wanted) }
            return wanted
        }
        guard let only = names.first.flatMap({ ReaderName($0) }) else { throw Self.noReader }
        guard names.count == 1 else {
            throw StationError(
                .whichReader, "it is not clear which reader is meant",
                why: "this station has \(names.count): \(names.joined(separator: ", "))",
                next: "name one: --reader \(only)")
        }
        return only
    }

    static func unknownReader(_ name: ReaderName) -> RegistryError {
        RegistryError(
            .unknownReader, "there is no reader \(name)", why: "a reader of this name was not added",
            next: "see: waymark reader list")
    }

    private static var noReader: StationError {
        StationError(
            .noReader, "there is no reader", why: "this station has no reader",
            next: "plug one in and name it: waymark reader add pn532_uart:/dev/ttyUSB0 --name bench-1")
    }
}
