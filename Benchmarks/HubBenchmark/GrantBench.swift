import Chips
import Cryptography
import Foundation
import Grants
import HubStorage
import Registry
import Storage

/// One hub and one simulated station, whose journal is made before it is measured.
final class GrantBench {
    private let hub: HubRegistry
    private let author = Author(station: "office", actor: "ada")
    private let station = StationName("north")
    private let batch = BatchName("opening")
    private let reader = ReaderName("bench 1")
    private let key: Ed25519PrivateKey
    private let chain = ChainName.drawn()
    private var request = 0
    private var last: JournalEntry?
    private var grants: [Grant] = []
    private var chips = 0

    init(_ hub: HubRegistry) throws {
        self.hub = hub
        key = try Ed25519PrivateKey(seed: (0..<32).map { _ in UInt8.random(in: 0...255) })
    }

    func prepare(tags count: Int) async throws {
        guard let batch, let station, let store = StoreID("cupertino") else { throw Unprepared() }
        try await hub.record(
            .storesImported([Store(id: store, name: "Cupertino", region: nil)], file: "stores.csv"), by: author)
        let tags = (0..<count).compactMap { number in
            TagID("t-\(number)").map { id in
                Tag(id: id, batch: batch, store: store, placement: "table \(number)", medium: .nfc, url: url(id))
            }
        }
        let whole = Batch(name: batch, template: "https://example.com/store/{store}{?tag}", tags: tags)
        let seconds = try await time { try await hub.record(.batchCreated(whole), by: author) }
        say("a batch of \(count) tags created: \(Int(Double(count) / seconds)) tags/s")
        let secret = String(repeating: "a", count: 64)
        try await hub.invite(
            StationInvitation(name: station, digest: secret, expires: Timestamp(milliseconds: .max)), by: author)
        _ = try await hub.enrol(
            StationApplication(
                invitation: secret, chain: chain, key: Self.hexadecimal(try key.publicKey().bytes), fingerprint: secret,
                head: nil, token: secret), by: author)
    }

    private func url(_ tag: TagID) -> String { "https://example.com/store/cupertino?tag=\(tag)" }

    func measureGrants(_ count: Int, of size: Int) async throws {
        guard let batch else { throw Unprepared() }
        let era = try await hub.hubStanding().era
        var times: [Duration] = []
        let clock = ContinuousClock()
        for _ in 0..<count {
            request += 1
            let asked = GrantRequest(chain: chain, number: request, era: era, batch: batch, count: size)
            let begun = clock.now
            guard case .given(let grant, _) = try await hub.answer(asked), grant.tags.count == size else {
                throw Unprepared()
            }
            times.append(clock.now - begun)
            grants.append(grant)
        }
        times.sort()
        let whole = times.reduce(.zero, +)
        say(
            "grants of \(size): \(Self.rate(count, whole))/s, median \(Self.milliseconds(times[count / 2])) ms, "
                + "p99 \(Self.milliseconds(times[count * 99 / 100])) ms")
    }

    /// Grants taken, and two entries for each of their tags.
    func measureUploads(of size: Int, entries wanted: Int) async throws {
        var entries: [JournalEntry] = []
        while entries.count < wanted {
            guard let grant = grants.popLast() else { throw Unprepared() }
            try append(.grantMoved(.taken(grant, HubDocuments())), to: &entries)
            for tag in grant.tags {
                guard let write = write(tag, grant.batch) else { throw Unprepared() }
                try append(.writeIntended(write), to: &entries)
                try append(.writeConfirmed(write), to: &entries)
            }
        }
        let uploads = try stride(from: 0, to: entries.count, by: size).map { start in
            try signed(Array(entries[start..<min(start + size, entries.count)]))
        }
        let clock = ContinuousClock()
        let begun = clock.now
        for upload in uploads { _ = try await hub.take(upload) }
        let time = clock.now - begun
        let conflicts = try await hub.conflicts(withSettled: false, limit: 1)
        guard conflicts.isEmpty else { throw Unprepared() }
        say("uploads of \(size): \(entries.count) entries, \(Self.rate(entries.count, time))/s")
    }

    private func append(_ event: JournalEvent, to entries: inout [JournalEntry]) throws {
        let entry = try JournalEntry(of: event, by: Author(station: "north", actor: "packer"), at: .now, after: last)
        entries.append(entry)
        last = entry
    }

    private func write(_ tag: TagID, _ batch: BatchName) -> TagWrite? {
        chips += 1
        let bytes = [0x04, 0xA1, 0xB2, 0xC3, UInt8(chips >> 16 & 255), UInt8(chips >> 8 & 255), UInt8(chips & 255)]
        guard let uid = ChipUID(bytes), let reader else { return nil }
        return TagWrite(tag: tag, batch: batch, uid: uid, product: "NTAG213", url: url(tag), reader: reader)
    }

    private func signed(_ entries: [JournalEntry]) throws -> ChainUpload {
        guard let last = entries.last else { throw Unprepared() }
        let text = ChainUpload.signedText(chain, JournalPoint(sequence: last.sequence, digest: try last.digest()))
        return ChainUpload(
            chain: chain, entries: entries, signature: Self.hexadecimal(try key.signature(of: Array(text.utf8))))
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private static func rate(_ count: Int, _ time: Duration) -> Int { Int(Double(count) / (time / .seconds(1))) }

    private static func milliseconds(_ time: Duration) -> Double { (time / .microseconds(100)).rounded() / 10 }
}
