import Foundation
import Glibc
import Logging
import NFCTags
import ReaderEmulator
import ReaderSupervision
import Synchronization
import TestBench
import Testing

/// Smart-card readers behind unmodified pcscd, its driver and libusb, each with a real worker. With `WAYMARK_LINK` the
/// benches of these tests have them in place of the link in this process:
///
///     WAYMARK_LINK=acr1552u swift test --no-parallel --filter '^ProvisioningTests\.'
///
/// A reader goes from bench to bench, one after another.
final class CardReaderPool: Sendable {
    /// Nil: the benches stay in this process.
    static let model = ProcessInfo.processInfo.environment["WAYMARK_LINK"].flatMap { USBReaderModel(named: $0) }

    /// Started when the first bench needs a reader.
    private static let started = Task { try await CardReaderPool() }
    private static let remains = Mutex<PrivatePCSCDaemon?>(nil)

    private let testbed: USBTestbed
    private let folder: TemporaryFolder
    private let supervisor: ReaderSupervisor
    private let state = Mutex((count: 0, free: [PooledReader]()))

    private init() async throws {
        folder = try TemporaryFolder.shared()
        testbed = try USBTestbed(folder: folder["usb"])
        let daemon = try await PrivatePCSCDaemon(
            testbed: testbed.environment, listing: [USBReaderModel.acr1552u.identifiers])
        let settings = testbed.environment.merging(daemon.environment) { $1 }
        let lines = settings.map { "export \($0.key)=\($0.value)\n" }.joined()
        let script = try folder.write(
            "#!/bin/sh\n\(lines)exec \(BuiltProgram.worker.path) \"$@\"\n", to: "worker", mode: 0o700)
        supervisor = ReaderSupervisor(
            socket: .path(folder["readers.sock"]), workerProgram: script,
            logger: Logger(label: "readers", level: .error, handler: DescriptorLogHandler.standardError))
        let (listening, continuation) = AsyncStream.makeStream(of: Void.self)
        Task { [supervisor] in try await supervisor.run { continuation.yield() } }
        for await _ in listening { break }
        Self.remains.withLock { $0 = daemon }
        // What is static is not released: pcscd goes when this process ends.
        atexit { CardReaderPool.end() }
    }

    /// Plugs in one more reader: as many as one test has benches. All at once they would wait for one another in pcscd.
    private func open() async throws -> PooledReader {
        let number = state.withLock { state in
            state.count += 1
            return state.count
        }
        let reader = try EmulatedUSBReader(try #require(Self.model), on: testbed, port: "1-1.\(number)")
        let name = "reader-\(number)"
        #expect(supervisor.add(name: name, connection: "pcsc:\(reader.port)"))
        for await snapshot in try #require(supervisor.changes(of: name)) where snapshot.state == .ready { break }
        return PooledReader(reader: reader, link: try #require(supervisor.link(to: name)))
    }

    private static func end() {
        remains.withLock { $0.take() }?.killNow()
    }

    /// A reader whose antenna is from now on this one.
    static func reader(for antenna: Antenna) async throws -> LentReader {
        let pool = try await started.value
        let free = pool.state.withLock { $0.free.popLast() }
        let pooled = if let free { free } else { try await pool.open() }
        // First it sees the tag of the bench before leave, and so does pcscd.
        let empty = Antenna()
        let (looks, continuation) = AsyncStream.makeStream(of: Void.self)
        empty.observe { if $0 == .foundNone { continuation.yield() } }
        pooled.reader.mount(empty)
        for await _ in looks.prefix(2) {}
        while (try? await pooled.link.select()) != nil { await Task.yield() }
        pooled.reader.mount(antenna)
        return LentReader(pooled) { pool.state.withLock { $0.free.append(pooled) } }
    }
}

struct PooledReader: Sendable {
    let reader: EmulatedUSBReader
    let link: ReaderLink
}

/// A reader of the pool, until the bench is gone.
final class LentReader: Sendable {
    let link: ReaderLink
    private let reader: EmulatedUSBReader
    private let giveBack: @Sendable () -> Void

    /// A tag that was put down is noticed by the reader, its driver and pcscd one after another.
    private static let gracePeriod = Duration.seconds(5)

    init(_ pooled: PooledReader, giveBack: @escaping @Sendable () -> Void) {
        (reader, link, self.giveBack) = (pooled.reader, pooled.link, giveBack)
    }

    deinit {
        #expect(reader.refusedCommands == [], "a command that this kind of reader does not know")
        giveBack()
    }

    /// Selects the tag that is on the antenna, if there is one.
    func select() async throws(TagLinkError) -> SelectedTag? {
        let end = ContinuousClock.now + Self.gracePeriod
        while true {
            let tag = try await link.select()
            guard tag == nil, reader.antenna.isTagInField, ContinuousClock.now < end else { return tag }
            try? await Task.sleep(for: .milliseconds(2))
        }
    }
}
