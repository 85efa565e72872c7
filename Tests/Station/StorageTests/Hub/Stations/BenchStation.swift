import Chips
import Cryptography
import Foundation
import Grants
import HubStorage
import Registry
import Storage
import TestBench
import Testing

/// A station with its registry and its key, under a hub that is called directly.
final class BenchStation {
    let name: StationName
    let chain = ChainName.drawn()
    let registry: SQLiteRegistry
    let author: Author
    let key: Ed25519PrivateKey
    let fingerprint = digest()
    private let folder: TemporaryFolder

    init(_ name: StationName) throws {
        self.name = name
        folder = try TemporaryFolder()
        registry = try SQLiteRegistry(path: folder["registry.sqlite"], now: Bench.clock())
        author = Author(station: name.text, actor: "packer")
        key = try Ed25519PrivateKey(seed: DeviceKey.makeBytes())
    }

    /// Enrols with an invitation and joins.
    static func joined(_ name: String, _ hub: HubRegistry) async throws -> BenchStation {
        let station = try BenchStation(try StorageTests.name(name))
        try await station.join(hub)
        return station
    }

    func join(_ hub: HubRegistry) async throws {
        let secret = Self.digest()
        try await hub.invite(
            StationInvitation(name: name, digest: secret, expires: Timestamp(milliseconds: .max)), by: author)
        _ = try await hub.enrol(try await application(secret), by: author)
        try await record(
            .hubJoined(
                HubMembership(
                    hub: "https://hub.example", name: name, chain: chain, era: try await hub.hubStanding().era)))
    }

    func application(_ secret: String, token: String = digest()) async throws -> StationApplication {
        StationApplication(
            invitation: secret, chain: chain, key: Self.hexadecimal(try key.publicKey().bytes),
            fingerprint: fingerprint, head: try await head(), token: token)
    }

    func head() async throws -> JournalPoint? {
        try await registry.newestEntry().map { JournalPoint(sequence: $0.sequence, digest: try $0.digest()) }
    }

    func record(_ event: JournalEvent) async throws { try await registry.record(event, by: author) }

    /// As the next daemon reads it from the journal.
    func replayedStanding() async throws -> StationStanding {
        try await SQLiteRegistry(reading: folder["registry.sqlite"]).standing()
    }

    /// Calls as `waymark station sync` does.
    @discardableResult
    func call(
        _ hub: HubRegistry, version: String = "1.2.3", head: JournalPoint? = nil,
        clock: Timestamp = Timestamp(milliseconds: 1)
    ) async throws -> StationHearing {
        try await hub.hear(message(version: version, head: head, clock: clock))
    }

    /// What it says then.
    func message(
        version: String = "1.2.3", head: JournalPoint? = nil, clock: Timestamp = Timestamp(milliseconds: 1)
    ) -> StationCall {
        StationCall(
            from: name, on: fingerprint,
            StationContact(chain: chain, version: version, head: head, clock: clock))
    }

    /// All that is behind the entry with this number.
    func upload(after sequence: Int64, upTo last: Int64 = .max) async throws -> ChainUpload {
        let entries = try await registry.journal(from: sequence + 1, limit: 100_000).filter { $0.sequence <= last }
        return try signed(entries)
    }

    func signed(_ entries: [JournalEntry]) throws -> ChainUpload {
        guard let last = entries.last else { return ChainUpload(chain: chain, entries: [], signature: "") }
        let head = JournalPoint(sequence: last.sequence, digest: try last.digest())
        let text = ChainUpload.signedText(chain, head)
        return ChainUpload(
            chain: chain, entries: entries, signature: Self.hexadecimal(try key.signature(of: Array(text.utf8))))
    }

    @discardableResult
    func send(to hub: HubRegistry) async throws -> JournalPoint {
        let known = try await hub.station(chain)?.head?.sequence ?? 0
        return try await hub.take(try await upload(after: known))
    }

    /// Journals a request and asks the hub.
    func ask(_ hub: HubRegistry, _ batch: String, _ count: Int) async throws -> GrantAnswer {
        let grants = try #require(try await registry.standing().grants)
        let request = GrantRequest(
            chain: chain, number: grants.newestRequest + 1, era: grants.era, batch: try StorageTests.name(batch),
            count: count)
        try await record(.grantMoved(.asked(request)))
        return try await hub.answer(request)
    }

    @discardableResult
    func take(_ hub: HubRegistry, _ count: Int, of batch: String = "opening") async throws -> Grant {
        let answer = try await ask(hub, batch, count)
        guard case .given(let grant, let documents) = answer else {
            Issue.record("\(answer)")
            throw Refused(answer: answer)
        }
        try await record(.grantMoved(.taken(grant, documents)))
        return grant
    }

    struct Refused: Error { let answer: GrantAnswer }

    func close(_ grant: Grant) async throws {
        let held = try #require(try await registry.standing().grants?.held[grant.request])
        try await record(
            .grantMoved(
                .closed(GrantEnd(request: grant.request, batch: grant.batch, tags: held.planned.sorted()))))
    }

    func write(_ id: String, chip number: Int) async throws {
        let chip = try #require(ChipUID([0x04, 0xA1, 0xB2, 0xC3, 0xD4, UInt8(number >> 8), UInt8(number & 255)]))
        let write = TagWrite(
            tag: try StorageTests.name(id), batch: try StorageTests.name("opening"), uid: chip, product: "NTAG213",
            url: Samples.url(of: id), reader: try StorageTests.name("bench 1"))
        try await record(.writeIntended(write))
        try await record(.writeConfirmed(write))
    }

    func adopt(_ era: Era) async throws { try await record(.grantMoved(.eraAdopted(EraAdoption(era)))) }

    /// 64 hexadecimal digits that no other call returns.
    static func digest() -> String { (1...2).map { _ in UUID().uuidString.lowercased() }.joined().filter(\.isHexDigit) }

    static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}
