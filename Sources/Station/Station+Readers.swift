internal import API
internal import NFCTags
internal import ReaderProtocol
internal import ReaderSupervision
internal import Registry

extension Station {
    /// How long an added reader may take to answer before it is reported as it is.
    private static let openingTime = Duration.seconds(5)

    var readerStatuses: [ReaderStatus] { readers.snapshots.compactMap(ReaderStatus.init) }

    /// Adds a reader and waits until it has answered or failed once.
    func addReader(_ connection: String, name: ReaderName?, by author: Author) async throws -> ReaderStatus {
        try Self.check(connection)
        let name = try name ?? freeReaderName()
        let record = ReaderRecord(name: name, connection: connection)
        try await storage.record(.readerAdded(record), by: author)
        _ = readers.add(name: name.text, connection: connection)
        guard let changes = readers.changes(of: name.text) else { throw WriteJobs.unknownReader(name) }
        let settled = await firstSettled(changes)
        guard let status = settled.flatMap(ReaderStatus.init) else { throw WriteJobs.unknownReader(name) }
        return status
    }

    /// libnfc's connection strings have a driver, a colon and a place; a longer one than 1023 bytes is cut off
    /// (nfc-types.h, nfc_connstring).
    private static func check(_ connection: String) throws(StationError) {
        let parts = connection.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let isClean = !connection.unicodeScalars.contains { $0.properties.generalCategory == .control }
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), isClean, connection.utf8.count < 1_024 else {
            throw StationError(
                422, "bad-connection", "\"\(connection.prefix(80))\" names no reader",
                why: "it is not of the form driver:place",
                next: "name it like pn532_uart:/dev/ttyUSB0 or acr122_usb:001:004")
        }
    }

    func removeReader(_ name: ReaderName, by author: Author) async throws -> ReaderRecord {
        guard let record = try await storage.readers().first(where: { $0.name == name }) else {
            throw WriteJobs.unknownReader(name)
        }
        try desk.take(name, for: "being removed")
        defer { desk.giveBack(name) }
        try await storage.record(.readerRemoved(record), by: author)
        _ = await readers.remove(name: name.text)
        return record
    }

    func freeReaderName() throws -> ReaderName {
        let taken = Set(readers.snapshots.map(\.name))
        for number in 1...1_000 where !taken.contains("reader-\(number)") {
            if let name = ReaderName("reader-\(number)") { return name }
        }
        throw StationError(
            409, "too-many-readers", "the reader cannot be named", why: "reader-1 to reader-1000 are taken",
            next: "give it a name: --name NAME")
    }

    /// The first state that says something, or the last one when that takes too long.
    private func firstSettled(_ changes: AsyncStream<ReaderSnapshot>) async -> ReaderSnapshot? {
        let watching = Task {
            var last: ReaderSnapshot?
            for await snapshot in changes {
                last = snapshot
                if snapshot.state != .starting { break }
            }
            return last
        }
        let deadline = Task {
            try await Task.sleep(for: Self.openingTime)
            watching.cancel()
        }
        defer { deadline.cancel() }
        return await watching.value
    }

    /// Waits for a tag on a reader and says what it is. `after`: the chip that was read last is passed over while it
    /// still lies there.
    func read(_ name: ReaderName, within limit: Duration, after last: ChipUID? = nil) async throws -> TagReading {
        guard let link = readers.link(to: name.text) else { throw WriteJobs.unknownReader(name) }
        try desk.take(name, for: "reading a tag")
        defer { desk.giveBack(name) }
        let deadline = ContinuousClock.now + limit
        var lying = last
        while true {
            if let session = try await TagSession.identify(over: link) {
                if lying == nil || ChipUID(session.uid.bytes) != lying { return try await reading(of: session) }
            } else {
                lying = nil
            }
            guard ContinuousClock.now < deadline else {
                throw StationError(
                    504, "no-tag", "no tag came to reader \(name)", why: "none was in the field for \(limit)",
                    next: "put the tag flat on the reader and try again")
            }
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    private func reading(of session: TagSession) async throws -> TagReading {
        let content = try await session.readContent()
        guard let uid = ChipUID(session.uid.bytes) else {
            throw StationError(
                409, "bad-uid", "the tag cannot be named", why: "its UID has \(session.uid.bytes.count) bytes",
                next: "use another tag")
        }
        let (word, url): (String, String?) =
            switch content {
            case .unformatted, .blank: ("blank", nil)
            case .empty: ("empty", nil)
            case .url(let url): ("url", url)
            case .other: ("other", nil)
            case .damaged: ("damaged", nil)
            }
        return TagReading(
            uid: uid, product: session.productName, content: word, url: url, tag: try await storage.tag(onChip: uid))
    }
}

extension ReaderStatus {
    init?(_ snapshot: ReaderSnapshot) {
        guard let name = ReaderName(snapshot.name) else { return nil }
        let state: State? =
            switch snapshot.state {
            case .starting: .starting
            case .ready: .ready
            case .failed: .failed
            case .removed: nil
            }
        guard let state else { return nil }
        self.init(
            name: name, connection: snapshot.connection, state: state, chip: snapshot.description?.chip,
            restarts: snapshot.restarts,
            failure: snapshot.failure.map {
                Complaint(code: $0.code, message: $0.message, why: $0.reason, next: $0.next)
            })
    }
}
