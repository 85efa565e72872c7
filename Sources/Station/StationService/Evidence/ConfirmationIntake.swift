internal import API
internal import Audit
internal import Cryptography
internal import Faults
internal import Registry

/// Takes confirmations from senders that may do nothing else (``Role/confirm``), request by request.
///
/// What a sender hands in within an hour is one import with one entry in the journal: a back end may send each row as it
/// comes. Rows are durable when their request is answered; an import that the daemon's end interrupts is journalled at
/// the next start.
actor ConfirmationIntake {
    private struct Sender {
        var allowance: IntakeAllowance
        /// The import that takes what comes now.
        var current: Current?
    }

    private struct Current {
        let begun: Timestamp
        let opening: Task<Int64, any Error>
        /// Nil until it is open.
        var number: Int64?

        func isOver(at now: Timestamp) -> Bool { now.milliseconds - begun.milliseconds >= ConfirmationIntake.span }
    }

    /// An import that is not in the journal yet.
    private struct OpenImport {
        let author: Author
        /// Requests that feed it.
        var running = 0
        var rows = 0
        var badRows = 0
    }

    private let storage: any RegistryStorage & RegistryHistory
    private let key: DeviceKey
    private let now: @Sendable () -> Timestamp
    private var senders: [String: Sender] = [:]
    private var imports: [Int64: OpenImport] = [:]

    /// For how long an import takes what comes, in milliseconds.
    static let span: Int64 = 3_600_000

    init(
        storage: any RegistryStorage & RegistryHistory, key: DeviceKey, now: @escaping @Sendable () -> Timestamp
    ) {
        self.storage = storage
        self.key = key
        self.now = now
    }

    /// Takes the rows of one request. `length`: of its body in bytes, where that was announced. Then it is taken as a whole
    /// or refused before it is read: a sender that is refused within a body sends the same rows again.
    func take(
        _ pieces: (any BodyPieces)?, announcing length: Int? = nil, by author: Author
    ) async throws -> EvidenceProgress {
        var paid = try letIn(length, by: author)
        var (came, rows) = (0, 0)
        // A workbook's rows are packed, and known at its end only. What a body that breaks off did not bring costs nothing.
        defer { charge(IntakeAllowance.cost(ofBytes: came, rows: rows) - paid, author) }
        let number = try await begin(by: author)
        let intake = try EvidenceIntake(
            .confirmations, file: Self.file(of: author), by: author, number: number, key, now: now())
        do {
            while let bytes = try await pieces?.next() {
                if came + bytes.count > paid {
                    try letGoOn(upTo: came + bytes.count, from: paid, by: author)
                    paid = came + bytes.count
                }
                came += bytes.count
                try await intake.feed(bytes, into: storage)
            }
            try await intake.finish(into: storage)
            rows = intake.progress(id: nil).rows
            // What is answered for is kept.
            try await intake.settle(in: storage)
        } catch {
            try? await intake.settle(in: storage)
            end(intake, number)
            // Something else has ended the import: the next request begins another.
            if let error = error as? RegistryError, error.code == .contradiction,
                senders[author.actor]?.current?.number == number
            {
                senders[author.actor]?.current = nil
            }
            throw error
        }
        end(intake, number)
        return intake.progress(id: nil)
    }

    /// Journals imports that have taken rows for an hour, or all of them. One that a request still feeds is left for the
    /// next time; where all are meant, it is waited for.
    func journal(all: Bool = false, patience: Patience = .atTheEnd) async throws {
        if all { await patience.wait { imports.values.contains { $0.running > 0 } } }
        let now = now()
        for actor in senders.keys where all || senders[actor]?.current?.isOver(at: now) == true {
            senders[actor]?.current = nil
        }
        for number in imports.keys {
            guard let open = imports[number], open.running == 0, !isCurrent(number) else { continue }
            imports[number] = nil
            do {
                try await journal(number, open)
            } catch {
                // Tried again the next time.
                imports[number] = open
                throw error
            }
        }
    }

    private func journal(_ number: Int64, _ open: OpenImport) async throws {
        guard let new = try await storage.keptRows(ofOpen: number) else { return }
        let record = EvidenceImport(
            number: number, kind: .confirmations, file: Self.file(of: open.author), digest: nil, rows: open.rows,
            new: new, badRows: open.badRows, isComplete: true)
        try await storage.end(record, by: open.author)
    }

    // MARK: One request

    /// Returns what is paid for in advance.
    private func letIn(_ length: Int?, by author: Author) throws -> Int {
        let cost = IntakeAllowance.cost(ofBytes: length ?? 0)
        guard cost <= IntakeAllowance.full else { throw Self.tooLong(author, "not taken") }
        let wait = takeFromAllowance(of: author) { allowance, now in
            length == nil ? allowance.take(cost, at: now) : allowance.take(whole: cost, at: now)
        }
        if let wait { throw Self.tooMany(author, "not taken", retryAfter: wait) }
        return cost
    }

    /// More of a body has come than is paid for.
    private func letGoOn(upTo came: Int, from paid: Int, by author: Author) throws {
        guard came <= IntakeAllowance.full else { throw Self.tooLong(author, "not all taken") }
        let wait = takeFromAllowance(of: author) { $0.take(more: came - paid, at: $1) }
        if let wait { throw Self.tooMany(author, "not all taken", retryAfter: wait) }
    }

    private func takeFromAllowance(
        of author: Author, _ take: (inout IntakeAllowance, Timestamp) -> Int?
    ) -> Int? {
        let now = now()
        var allowance = senders[author.actor]?.allowance ?? IntakeAllowance(at: now)
        let wait = take(&allowance, now)
        senders[author.actor, default: Sender(allowance: allowance)].allowance = allowance
        return wait
    }

    private func charge(_ bytes: Int, _ author: Author) { senders[author.actor]?.allowance.charge(bytes) }

    private static func tooMany(_ author: Author, _ outcome: String, retryAfter wait: Int) -> StationError {
        StationError(
            .tooManyConfirmations, "the confirmations were \(outcome)",
            why: "\(author.actor) has handed in more than it may at a time",
            next: "send them again in \(wait) s; rows that are known are not kept twice", retryAfter: wait)
    }

    private static func tooLong(_ author: Author, _ outcome: String) -> StationError {
        let most = IntakeAllowance.full >> 20
        return StationError(
            .confirmationsTooLong, "the confirmations were \(outcome)",
            why: "\(author.actor) may hand in \(most) MiB at a time",
            next: "send files of at most \(most) MiB, one after another; rows that are known are not kept twice")
    }

    /// The number of the import that a request's rows go into.
    private func begin(by author: Author) async throws -> Int64 {
        while true {
            let opening = opening(by: author)
            do {
                let number = try await opening.value
                // It may have ended meanwhile.
                guard senders[author.actor]?.current?.opening == opening else { continue }
                senders[author.actor]?.current?.number = number
                imports[number, default: OpenImport(author: author)].running += 1
                return number
            } catch {
                if senders[author.actor]?.current?.opening == opening { senders[author.actor]?.current = nil }
                throw error
            }
        }
    }

    private func opening(by author: Author) -> Task<Int64, any Error> {
        let now = now()
        if let current = senders[author.actor]?.current, !current.isOver(at: now) { return current.opening }
        let file = Self.file(of: author)
        let opening = Task { [storage] in try await storage.beginImport(.confirmations, file: file) }
        senders[author.actor]?.current = Current(begun: now, opening: opening)
        return opening
    }

    private func isCurrent(_ number: Int64) -> Bool { senders.values.contains { $0.current?.number == number } }

    private func end(_ intake: EvidenceIntake, _ number: Int64) {
        let progress = intake.progress(id: nil)
        imports[number]?.running -= 1
        imports[number]?.rows += progress.rows
        imports[number]?.badRows += progress.badRows?.count ?? 0
    }

    private static func file(of author: Author) -> String { "confirmations of \(author.actor)" }
}
