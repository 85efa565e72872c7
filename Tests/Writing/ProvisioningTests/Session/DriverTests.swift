import Chips
import Faults
import NDEF
import NFCTags
import ReaderEmulator
import Registry
import Testing

@testable import Provisioning

/// The driver with a registry that cannot be written for a while, and how a run ends.
@Suite struct DriverTests {
    /// A registry that is away when the first event of a kind is recorded.
    final class LatePort: WriteSessionPort {
        let bench: BenchPort
        let link: EmulatedTagLink
        let isAway: (JournalEvent) -> Bool
        private(set) var asked: [Bool] = []
        private(set) var pauses = 0
        private var wasAway = false

        init(_ bench: BenchPort, _ link: EmulatedTagLink, isAway: @escaping (JournalEvent) -> Bool) {
            (self.bench, self.link, self.isAway) = (bench, link, isAway)
        }

        func record(_ event: JournalEvent, mayBeLate: Bool) -> WriteSessionRecording {
            if isAway(event), !wasAway {
                wasAway = true
                asked.append(mayBeLate)
                if !mayBeLate { return .tooLate }
            }
            return bench.record(event, mayBeLate: mayBeLate)
        }

        func pause() { pauses += 1 }

        func apply(_ step: WriteSession.Step) -> Bool { bench.apply(step) }
        func assignment(of uid: ChipUID) -> SignQueue.Assignment { bench.assignment(of: uid) }
        func recognise(_ url: String) -> Registry.Tag? { bench.recognise(url) }
        func genuineness(of tag: TagSession) -> Genuineness { .genuine }
        func password(of uid: ChipUID, from key: KeyName) -> TagPassword? { Samples.password(of: uid, from: key) }
        func awaitReader() {}
    }

    private func material(
        isAway: @escaping (JournalEvent) -> Bool = { _ in false }
    ) throws -> (WriteSessionDriver, LatePort) {
        let batch = try Samples.batch(1)
        let reader = try #require(ReaderName("bench 1"))
        let antenna = Antenna()
        antenna.insert(Samples.chip(1))
        let link = EmulatedTagLink(antenna)
        let port = LatePort(
            BenchPort(reader: reader, registry: MemoryRegistry(batch.tags), queue: Bench.Queue(batch)), link,
            isAway: isAway)
        let session = WriteSession(batch: batch.name, reader: reader, overwrite: false)
        return (WriteSessionDriver(session, link: link, port: port), port)
    }

    @Test func `an intent that was late is not carried out before the tag is looked at again`() async throws {
        var (driver, port) = try material { if case .writeIntended = $0 { true } else { false } }
        while port.asked.isEmpty { try await driver.step() }
        #expect(port.asked == [false])
        #expect(port.bench.registry.journal.isEmpty)
        #expect(driver.action == .select(pause: false))
        try await driver.run()
        #expect(port.bench.registry.tags[0].state == .written)
    }

    @Test(arguments: [WriteSession.Action.checkGenuineness, .read(for: NDEFMessage(records: []), toLock: false)])
    func `a tag that was not identified is looked at again`(action: WriteSession.Action) async throws {
        var (driver, port) = try material()
        driver.action = action
        try await driver.step()
        #expect(driver.action == .select(pause: true))
        try await driver.run()
        #expect(port.bench.registry.tags[0].state == .written)
    }

    @Test func `a result may be recorded late`() async throws {
        var (driver, port) = try material { if case .writeConfirmed = $0 { true } else { false } }
        try await driver.run()
        #expect(port.asked == [true])
        #expect(port.bench.registry.tags[0].state == .written)
    }

    @Test func `a run ends with the job, between two tags and without another look`() async throws {
        var (driver, port) = try material()
        try await driver.run()
        #expect(driver.action == .select(pause: true))
        #expect(port.pauses == 0)
        let calls = port.link.calls
        try await driver.run()
        #expect(port.link.calls == calls)
    }
}
