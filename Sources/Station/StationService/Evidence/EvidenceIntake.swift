internal import API
internal import Audit
internal import CSV
internal import Cryptography
internal import Registry

/// One file on its way into the history. Belongs to the importer, which feeds it one piece at a time.
final class EvidenceIntake {
    private enum Reader {
        case sightings(SightingReader)
        case confirmations(ConfirmationReader)
    }

    let kind: EvidenceKind
    let file: String
    /// Who sends it, and is its author in the journal.
    let author: Author
    var isBusy = false
    /// Nil while more may come.
    var ending: Ending?
    /// When its last piece was answered.
    var used = ContinuousClock.now
    /// When its client is taken to have gone away, unless another piece comes. One that is for an audit takes memory, and that
    /// is given up no later; another may come slowly.
    var end: ContinuousClock.Instant { used + .seconds(audit == nil ? 12 * 3_600 : 1_800) }

    enum Ending {
        case complete
        /// Of what is behind a fault, or never came, nothing is known.
        case brokenOff
    }

    /// The audit that asked for this file.
    private let audit: OpenAudit?

    private var reader: Reader
    private var digest: SHA256?
    /// Of the whole file, in hexadecimal.
    private var wholeDigest: String?
    private var number: Int64?
    private var rows = 0
    private var new = 0
    /// Rows that were read, and those on their way into the registry meanwhile. Many go at once: each time, most pages of
    /// the registry's tables change, for rows come in no order of time. While it writes some, it orders the next.
    private var read: [KeptSighting] = []
    private var said: [KeptConfirmation] = []
    private static let readLimit = 100_000
    /// The first ones of a request go sooner, so that the registry does not wait for long.
    private static let firstReadLimit = 12_500
    private var nextReadLimit = firstReadLimit
    private var keeping: [Task<Int, any Error>] = []
    private static let keepingLimit = 2
    private var pseudonyms: MetDevices

    /// `number`: of the import that the rows belong to; nil: one is begun with the first row.
    init(
        _ kind: EvidenceKind, file: String, by author: Author, number: Int64? = nil, for audit: OpenAudit? = nil,
        _ key: DeviceKey, now: Timestamp
    ) throws {
        self.kind = kind
        self.number = number
        self.file = file
        self.author = author
        self.audit = audit
        digest = try SHA256()
        pseudonyms = try MetDevices(key)
        reader =
            switch kind {
            case .sightings: .sightings(SightingReader(file: file, now: now))
            case .confirmations: .confirmations(ConfirmationReader(file: file, now: now))
            }
    }

    func feed(
        _ bytes: [UInt8], into storage: any RegistryStorage & RegistryHistory,
        isolation: isolated (any Actor)? = #isolation
    ) async throws {
        try digest?.update(bytes)
        try await read(into: storage) { reader in
            switch reader {
            case .sightings(var sightings):
                let rows = try sightings.feed(bytes)
                return (.sightings(sightings), rows, [])
            case .confirmations(var confirmations):
                let rows = try confirmations.feed(bytes)
                return (.confirmations(confirmations), [], rows)
            }
        }
    }

    func finish(
        into storage: any RegistryStorage & RegistryHistory, isolation: isolated (any Actor)? = #isolation
    ) async throws {
        try await read(into: storage) { reader in
            switch reader {
            case .sightings(var sightings):
                let rows = try sightings.finish()
                return (.sightings(sightings), rows, [])
            case .confirmations(var confirmations):
                let rows = try confirmations.finish()
                return (.confirmations(confirmations), [], rows)
            }
        }
        // Also a file without rows is on record.
        let number = if let number { number } else { try await storage.beginImport(kind, file: file) }
        self.number = number
        try finishDigest()
    }

    /// Its audit may count on it: it came to its end, and every row is kept.
    func noteEnd() {
        guard let number else { return }
        audit?.note(kind, import: number, badRows: badRows, warnings: warnings)
    }

    /// By itself: Swift 6.3's optimiser fails on what cannot be copied within the asynchronous function.
    @inline(never)
    private func finishDigest() throws {
        guard let digits = try digest.take()?.finish() else { return }
        wholeDigest = DevicePseudonym(digits).hexadecimal
    }

    private func read(
        into storage: any RegistryStorage & RegistryHistory, isolation: isolated (any Actor)? = #isolation,
        _ step: (Reader) throws -> (Reader, [Sighting], [Confirmation])
    ) async throws {
        let (reader, sightings, confirmations) = try step(reader)
        self.reader = reader
        guard sightings.count + confirmations.count > 0 else { return }
        let number = if let number { number } else { try await storage.beginImport(kind, file: file) }
        self.number = number
        rows += sightings.count + confirmations.count
        if !sightings.isEmpty {
            read += try sightings.map { KeptSighting($0, device: try pseudonyms.pseudonym(of: $0.device)) }
            // Rows that were known before are audited as well: they are in the file.
            try audit?.add(sightings, import: number)
        } else {
            said += try confirmations.map {
                KeptConfirmation(
                    time: $0.time.milliseconds / 1_000, url: $0.url, outcome: $0.outcome.rawValue,
                    device: try pseudonyms.pseudonym(of: $0.device))
            }
        }
        // A workbook's rows come all at once, at its end.
        while read.count + said.count >= nextReadLimit {
            let limit = nextReadLimit
            nextReadLimit = min(nextReadLimit / 2 * 3, Self.readLimit)
            try await keepRead(limit, number, in: storage)
        }
    }

    /// Keeps the first rows that were read.
    private func keepRead(
        _ limit: Int, _ number: Int64, in storage: any RegistryStorage & RegistryHistory,
        isolation: isolated (any Actor)? = #isolation
    ) async throws {
        try await waitForKeeping(downTo: Self.keepingLimit - 1)
        // Of one kind alone.
        let (seen, heard) = (Array(read.prefix(limit)), Array(said.prefix(limit)))
        read.removeFirst(seen.count)
        said.removeFirst(heard.count)
        keeping.append(
            Task {
                let new = seen.isEmpty ? 0 : try await storage.keep(seen, import: number)
                return heard.isEmpty ? new : try await new + storage.keep(heard, import: number)
            })
    }

    private func waitForKeeping(downTo count: Int, isolation: isolated (any Actor)? = #isolation) async throws {
        while keeping.count > count {
            do {
                new += try await keeping.removeFirst().value
            } catch {
                // The rows behind it are kept, or refused, before the error is answered.
                for task in keeping { new += (try? await task.value) ?? 0 }
                keeping = []
                throw error
            }
        }
    }

    /// All rows so far are on their way into the registry: none waits for more of them.
    func handOver(
        to storage: any RegistryStorage & RegistryHistory, isolation: isolated (any Actor)? = #isolation
    ) async throws {
        let count = read.count + said.count
        if let number, count > 0 { try await keepRead(count, number, in: storage) }
    }

    /// Waits until all rows so far are kept.
    func settle(
        in storage: any RegistryStorage & RegistryHistory, isolation: isolated (any Actor)? = #isolation
    ) async throws {
        try await handOver(to: storage)
        try await waitForKeeping(downTo: 0)
        nextReadLimit = Self.firstReadLimit
    }

    private var badRows: BadRows {
        switch reader {
        case .sightings(let reader): reader.badRows
        case .confirmations(let reader): reader.badRows
        }
    }

    private var warnings: [FileProblem] {
        switch reader {
        case .sightings(let reader): reader.warnings
        case .confirmations(let reader): reader.warnings
        }
    }

    func progress(id: Int?) -> EvidenceProgress {
        EvidenceProgress(
            import: id, rows: rows, new: new, badRows: badRows, warnings: warnings.map(\.description))
    }

    /// What the journal says of it; nil when nothing of it was kept, and when it says so already.
    func record(
        _ ending: Ending, in storage: any RegistryHistory, isolation: isolated (any Actor)? = #isolation
    ) async throws -> EvidenceImport? {
        // Some rows may be kept of those whose keeping failed.
        guard let number, let new = try await storage.keptRows(ofOpen: number) else { return nil }
        return EvidenceImport(
            number: number, kind: kind, file: file, digest: ending == .complete ? wholeDigest : nil, rows: rows,
            new: new, badRows: badRows.count, isComplete: ending == .complete)
    }
}

extension RegistryHistory {
    /// How many rows are kept of an import; nil for one that has ended.
    func keptRows(ofOpen number: Int64) async throws -> Int? {
        try await openImports().first { $0.number == number }?.new
    }
}
