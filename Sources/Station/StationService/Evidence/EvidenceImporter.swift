internal import API
internal import Audit
internal import Cryptography
internal import Geodesy
internal import Registry

/// Takes files of evidence into the history, piece by piece: memory does not grow with the file.
actor EvidenceImporter {
    private let storage: any RegistryStorage & RegistryHistory
    private let key: DeviceKey
    private let now: @Sendable () -> Timestamp
    private var intakes = Numbered<EvidenceIntake>()
    /// Of phones on walks.
    private var allowances: [TokenName: IntakeAllowance] = [:]

    /// More imports at a time than this are a client that forgets to end them: the oldest is ended.
    private static let limit = 16
    /// What an upload of a phone costs of its allowance, in bytes: each is an entry in the journal. A walk sends three a
    /// minute; one in four seconds is taken for ever, and sixty at once.
    private static let costOfUpload = 1 << 20
    /// How many bytes are read between two transactions.
    private static let pieceSize = 2 << 20

    init(
        storage: any RegistryStorage & RegistryHistory, key: DeviceKey, now: @escaping @Sendable () -> Timestamp
    ) {
        self.storage = storage
        self.key = key
        self.now = now
    }

    /// Takes one piece of a file; the last one ends the import, and journals it. `audit`: the one that the file is for.
    func take(
        _ kind: EvidenceKind, file: String, import id: Int?, more: Bool, for audit: OpenAudit? = nil,
        _ pieces: (any BodyPieces)?, by author: Author
    ) async throws -> EvidenceProgress {
        let id = if let id { id } else { try await open(kind, file: file, for: audit, by: author) }
        guard let intake = intakes[id], intake.kind == kind, !intake.isBusy else {
            throw StationError(
                .unknownImport, "this piece of \(file) cannot be taken",
                why: "the import \(id) has ended, is for other rows, or is still busy with the piece before",
                next: "import the file again; rows that are known are not kept twice")
        }
        intake.isBusy = true
        defer { intake.isBusy = false }
        do {
            while let bytes = try await pieces?.next() {
                for start in stride(from: 0, to: bytes.count, by: Self.pieceSize) {
                    let end = min(start + Self.pieceSize, bytes.count)
                    try await intake.feed(Array(bytes[start..<end]), into: storage)
                }
            }
            if more {
                // The next piece is read while the rows of this one are written.
                try await intake.handOver(to: storage)
            } else {
                try await intake.finish(into: storage)
                // What is answered for is kept.
                try await intake.settle(in: storage)
            }
        } catch {
            intakes[id] = nil
            try await journal(intake, isComplete: false, by: author)
            throw error
        }
        if !more {
            intakes[id] = nil
            try await journal(intake, isComplete: true, by: author)
        }
        return intake.progress(id: more ? id : nil)
    }

    /// Keeps what was seen on a walk. Returns the import that it belongs to, opened with the first sighting.
    func keep(_ sighting: Sighting, import number: Int64?) async throws -> (import: Int64, isNew: Bool) {
        let number = if let number { number } else { try await storage.beginImport(.sightings, file: "a walk") }
        let isNew = try await storage.keep([try KeptSighting(sighting, key)], import: number) > 0
        return (number, isNew)
    }

    /// Keeps what a phone saw, and journals it. `remarks`: by the position of their sighting. Returns how many rows were not
    /// known.
    func keep(
        _ sightings: [Sighting], _ remarks: [Int: ScanRemark], ofWalkBy phone: TokenName, by author: Author
    ) async throws -> Int {
        var allowance = allowances[phone] ?? IntakeAllowance(at: now())
        let size = remarks.values.reduce(0) { $0 + ($1.picture?.bytes.count ?? 0) }
        let wait = allowance.take(Self.costOfUpload + size, at: now())
        allowances[phone] = allowance
        if let wait {
            throw StationError(
                .tooManyUploads, "nothing was kept", why: "\(phone) has sent too often",
                next: "send again in \(wait) s; send more sightings at a time", retryAfter: wait)
        }
        guard !sightings.isEmpty else { return 0 }
        let file = "a walk with phone \(phone)"
        let number = try await storage.beginImport(.sightings, file: file)
        let kept = try sightings.map { try KeptSighting($0, key) }
        let new = try await storage.keep(kept, import: number)
        let noted = remarks.sorted { $0.key < $1.key }.compactMap { position, remark in
            kept[position].device.map { device in
                KeptRemark(
                    time: kept[position].time, url: kept[position].url, device: device, note: remark.note,
                    picture: remark.picture)
            }
        }
        let changed = noted.isEmpty ? 0 : try await storage.keep(noted)
        let record = EvidenceImport(
            number: number, kind: .sightings, file: file, digest: nil, rows: sightings.count, new: new, badRows: 0,
            isComplete: true, remarks: changed > 0 ? changed : nil)
        try await storage.record(.evidenceImported(record), by: author)
        return new
    }

    func pseudonym(of device: String) throws -> DevicePseudonym { DevicePseudonym(try key.digest(of: device)) }

    private func open(
        _ kind: EvidenceKind, file: String, for audit: OpenAudit?, by author: Author
    ) async throws -> Int {
        if intakes.count >= Self.limit, let oldest = intakes.all.filter({ !$0.value.isBusy }).map(\.key).min(),
            let intake = intakes.remove(oldest)
        {
            try await journal(intake, isComplete: false, by: author)
        }
        return intakes.add(try EvidenceIntake(kind, file: file, for: audit, key, now: now()))
    }

    private func journal(_ intake: EvidenceIntake, isComplete: Bool, by author: Author) async throws {
        // One that another import ends may still have rows on their way: they are counted. Its error was its own client's.
        try? await intake.settle(in: storage)
        guard let record = try await intake.record(isComplete: isComplete, in: storage) else { return }
        try await storage.record(.evidenceImported(record), by: author)
    }
}

extension KeptSighting {
    init(_ sighting: Sighting, _ key: DeviceKey) throws {
        self.init(sighting, device: try sighting.device.map { DevicePseudonym(try key.digest(of: $0)) })
    }

    init(_ sighting: Sighting, device: DevicePseudonym?) {
        self.init(
            time: sighting.time.milliseconds / 1_000, url: sighting.url, uid: sighting.uid, place: sighting.place,
            sigma: sighting.error.sigma, device: device)
    }
}
