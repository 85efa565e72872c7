internal import API
internal import Audit
internal import Cryptography
internal import Faults
internal import Geodesy
internal import Registry

/// Takes files of evidence into the history, piece by piece: memory does not grow with the file.
actor EvidenceImporter {
    private let storage: any RegistryStorage & RegistryHistory
    private let key: DeviceKey
    private let now: @Sendable () -> Timestamp
    /// Imports of sightings that failed, and could not be journalled then.
    private var unfinished: [Int64: Unfinished] = [:]
    private var intakes = Numbered<EvidenceIntake>.forClients()
    /// Of phones on walks.
    private var allowances: [TokenName: IntakeAllowance] = [:]

    private struct Unfinished {
        let file: String
        let author: Author
    }

    /// More imports at a time than this are a client that forgets to end them: its least recently used one is ended.
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
        guard let intake = intakes[id], intake.kind == kind, intake.author == author, !intake.isBusy,
            intake.ending == nil
        else {
            throw StationError(
                .unknownImport, "this piece of \(file) cannot be taken",
                why: "the import \(id) has ended, is for other rows, or is still busy with the piece before",
                next: "import the file again; rows that are known are not kept twice")
        }
        intake.isBusy = true
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
                intake.noteEnd()
                intake.ending = .complete
            }
        } catch {
            intake.ending = .brokenOff
            intake.isBusy = false
            // Tried again in a moment where it fails: the client hears of the first fault, and may send the file again
            // under the same key.
            try? await ChangeMark.unheard { try await end(id) }
            throw error
        }
        intake.isBusy = false
        intake.used = .now
        if !more { try await end(id) }
        return intake.progress(id: more ? id : nil)
    }

    /// Journals imports whose client has gone away, or all. For now and then, and for the end.
    func endImports(
        all: Bool = false, at moment: ContinuousClock.Instant = .now, patience: Patience = .atTheEnd
    ) async throws {
        if all { await patience.wait { intakes.values.contains(where: \.isBusy) } }
        for (id, intake) in intakes.all where all || intake.ending != nil || intake.end <= moment { try await end(id) }
        for number in unfinished.keys {
            // Taken out before another one finds it.
            guard let failed = unfinished.removeValue(forKey: number) else { continue }
            do {
                try await journal(number, failed)
            } catch {
                unfinished[number] = failed
                throw error
            }
        }
    }

    /// Opens an import of sightings, and journals it where what follows fails.
    private func opening<Answer>(
        _ failing: Unfinished, _ body: (Int64) async throws -> Answer
    ) async throws -> Answer {
        let number = try await storage.beginImport(.sightings, file: failing.file)
        do {
            return try await body(number)
        } catch {
            unfinished[number] = failing
            // It changes nothing of what was asked for: that may be sent again under the same key.
            try? await ChangeMark.unheard { try await endImports() }
            throw error
        }
    }

    private func journal(_ number: Int64, _ failed: Unfinished) async throws {
        guard let kept = try await storage.keptRows(ofOpen: number) else { return }
        let record = EvidenceImport(
            number: number, kind: .sightings, file: failed.file, digest: nil, rows: kept, new: kept, badRows: 0,
            isComplete: false)
        try await storage.end(record, by: failed.author)
    }

    /// Keeps what was seen on a walk, whose import it is; returns whether it was not known.
    func keep(_ sighting: Sighting, import number: Int64) async throws -> Bool {
        try await storage.keep([try KeptSighting(sighting, key)], import: number) > 0
    }

    /// Takes an upload of a phone from its allowance. `size`: bytes of pictures that are kept of it.
    func allowUpload(of phone: TokenName, size: Int = 0) throws {
        var allowance = allowances[phone] ?? IntakeAllowance(at: now())
        let wait = allowance.take(Self.costOfUpload + size, at: now())
        allowances[phone] = allowance
        guard let wait else { return }
        throw StationError(
            .tooManyUploads, "nothing was kept", why: "\(phone) has sent too often",
            next: "send again in \(wait) s; send more sightings at a time", retryAfter: wait)
    }

    /// Gives an upload back that was taken from a phone's allowance and comes to nothing through no fault of the phone.
    func giveBackUpload(of phone: TokenName, size: Int = 0) {
        allowances[phone]?.charge(-Self.costOfUpload - size)
    }

    /// Keeps what a phone saw, within its allowance, and journals it. `remarks`: by the position of their sighting.
    /// Returns how many rows were not known. Throws `contradiction` when the phone has to forget more by now.
    func keep(
        _ sightings: [Sighting], _ remarks: [Int: ScanRemark], ofWalkBy phone: PhoneStanding, by author: Author
    ) async throws -> Int {
        let size = remarks.values.reduce(0) { $0 + ($1.picture?.bytes.count ?? 0) }
        try allowUpload(of: phone.name, size: size)
        do {
            return try await keepAllowed(sightings, remarks, ofWalkBy: phone, by: author)
        } catch let error as RegistryError where error.code == .contradiction {
            // It is tried once more.
            giveBackUpload(of: phone.name, size: size)
            throw error
        }
    }

    /// The same of an upload that was taken from the allowance before: see ``allowUpload(of:size:)``.
    func keepAllowed(
        _ sightings: [Sighting], _ remarks: [Int: ScanRemark] = [:], ofWalkBy phone: PhoneStanding, by author: Author
    ) async throws -> Int {
        guard !sightings.isEmpty else { return 0 }
        let kept = try sightings.map { try KeptSighting($0, key) }
        let noted = remarks.sorted { $0.key < $1.key }.compactMap { position, remark in
            kept[position].device.map { device in
                KeptRemark(
                    time: kept[position].time, url: kept[position].url, device: device, note: remark.note,
                    picture: remark.picture)
            }
        }
        return try await keep(kept, noted, of: phone, by: author)
    }

    private func keep(
        _ kept: [KeptSighting], _ noted: [KeptRemark], of phone: PhoneStanding, by author: Author
    ) async throws -> Int {
        let walk = Unfinished(file: "a walk with phone \(phone.name)", author: author)
        return try await opening(walk) { number in
            let new = try await storage.keep(kept, import: number, from: phone)
            let changed = noted.isEmpty ? 0 : try await storage.keep(noted, from: phone)
            let record = EvidenceImport(
                number: number, kind: .sightings, file: walk.file, digest: nil, rows: kept.count, new: new,
                badRows: 0, isComplete: true, remarks: changed > 0 ? changed : nil)
            try await storage.end(record, by: author)
            return new
        }
    }

    func pseudonym(of device: String) throws -> DevicePseudonym { DevicePseudonym(try key.digest(of: device)) }

    private func open(
        _ kind: EvidenceKind, file: String, for audit: OpenAudit?, by author: Author
    ) async throws -> Int {
        if intakes.count >= Self.limit {
            let left = intakes.all.filter { !$0.value.isBusy }.map { id, intake in
                OpenWork(id: id, author: intake.author, used: intake.used)
            }
            // Another file's entry does not count as a change by this request.
            if let id = left.leastRecentlyUsed(by: author) { try await ChangeMark.unheard { try await end(id) } }
        }
        return intakes.add(try EvidenceIntake(kind, file: file, by: author, for: audit, key, now: now()))
    }

    /// Journals an import. It stays where that fails, and takes nothing more.
    private func end(_ id: Int) async throws {
        guard let intake = intakes[id], !intake.isBusy else { return }
        let ending = intake.ending ?? .brokenOff
        intake.ending = ending
        intake.isBusy = true
        defer { intake.isBusy = false }
        // One that is ended here may still have rows on their way. Its error was its own client's.
        try? await intake.settle(in: storage)
        if let record = try await intake.record(ending, in: storage) {
            try await storage.end(record, by: intake.author)
        }
        intakes[id] = nil
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
