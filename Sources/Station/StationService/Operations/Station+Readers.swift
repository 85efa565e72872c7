internal import API
internal import Chips
internal import NDEF
internal import NFCTags
internal import Provisioning
internal import ReaderProtocol
internal import ReaderSupervision
internal import Registry
internal import UnixSystem

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
        guard let changes = readers.changes(of: name.text) else { throw RegistryError.unknownReader(name) }
        let settled = await firstSettled(changes)
        guard let status = settled.flatMap(ReaderStatus.init) else { throw RegistryError.unknownReader(name) }
        return status
    }

    /// A text that names no reader adds nothing.
    private static func check(_ connection: String) throws(StationError) {
        do {
            _ = try ConnectionForm(connection, isPort: USBDevice.isPort)
        } catch {
            throw StationError(
                .badConnection, "\"\(connection.prefix(80))\" names no reader", why: error.reason,
                next: "name it like pn532_uart:/dev/ttyUSB0 or, by its USB port, usb:1-1.3")
        }
    }

    func removeReader(_ name: ReaderName, by author: Author) async throws -> ReaderRecord {
        guard let record = try await storage.readers().first(where: { $0.name == name }) else {
            throw RegistryError.unknownReader(name)
        }
        try reservations.take(name, for: "being removed")
        defer { reservations.giveBack(name) }
        try await storage.record(.readerRemoved(record), by: author)
        _ = await readers.remove(name: name.text)
        return record
    }

    func freeReaderName() throws -> ReaderName {
        try ReaderRecord.freeName(besides: Set(readers.snapshots.compactMap { ReaderName($0.name) }))
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

    /// Waits for a tag on a reader and says what it is. `after`: the chip that was read last is passed over while it is
    /// still there.
    func read(_ name: ReaderName, within limit: Duration, after last: ChipUID? = nil) async throws -> TagReading {
        guard let link = readers.link(to: name.text) else { throw RegistryError.unknownReader(name) }
        try reservations.take(name, for: "reading a tag")
        defer { reservations.giveBack(name) }
        let deadline = ContinuousClock.now + limit
        var passedOver = last
        while true {
            if let session = try await TagSession.identify(over: link) {
                if passedOver == nil || session.uid != passedOver { return try await reading(of: session) }
            } else {
                passedOver = nil
            }
            guard ContinuousClock.now < deadline else {
                throw StationError(
                    .noTag, "no tag came to reader \(name)", why: "none was in the field for \(limit)",
                    next: "put the tag flat on the reader and try again")
            }
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    private func reading(of session: TagSession) async throws -> TagReading {
        let uid = session.uid
        let tag = try await storage.tag(onChip: uid)
        let former = tag == nil ? try await storage.formerCarrier(onChip: uid) : nil
        let message = try tag.map { try NDEFMessage(uri: $0.url) }
        // As much as planning a write takes: with it what protects the chip is read.
        let image = try await session.readImage(for: message ?? NDEFMessage(records: []))
        let (content, url): (String, String?) =
            switch image.content {
            case .unformatted, .blank: ("blank", nil)
            case .empty: ("empty", nil)
            case .url(let url): ("url", url)
            case .other: ("other", nil)
            case .damaged: ("damaged", nil)
            }
        return TagReading(
            uid: uid, product: session.productName, content: content, url: url, tag: tag, former: former,
            protection: image.guardState?.rawValue,
            isAsRegistered: message.map { image.holds($0, mirror: tag?.mirror.map { TextMirror.Kind($0) }) })
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
            failure: snapshot.failure)
    }
}
