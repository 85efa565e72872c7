import NDEF
import Provisioning
import ReaderEmulator
import Registry
import Testing
import TextCoding

/// A tag whose URL has characters outside ASCII, in a registry or on a chip of before.
@Suite struct `A URL outside ASCII` {
    private static let raw = "https://example.com/카페?tag=t-1"
    private static let encoded = "https://example.com/%EC%B9%B4%ED%8E%98?tag=t-1"

    @Test func `is written percent-encoded`() async throws {
        let bench = try Bench(try Samples.batch(1) { _ in Self.raw })
        try await bench.present(Samples.chip(1))
        #expect(try PhoneReader.url(on: try await bench.takeAway()) == Self.encoded)
        #expect(bench.registry.tags[0].writtenURL == Self.encoded)
    }

    @Test func `that is on a chip of ours as it is, is ours`() async throws {
        let batch = try Samples.batch(1) { _ in Self.raw }
        let known = Registry.Tag(
            id: batch.tags[0].id, batch: batch.name, store: batch.tags[0].store, placement: "table 1", medium: .nfc,
            url: Self.raw,
            life: TagLife(state: .written, uid: try Samples.uid(1), product: "NTAG213", writtenURL: Self.raw))
        let bench = try Bench(Batch(name: batch.name, template: nil, tags: [known]))
        try await bench.present(try await Samples.chip(1, saying: NDEFMessage(uri: Self.raw)))
        #expect(try PhoneReader.url(on: try await bench.takeAway()) == Self.encoded)
        #expect(bench.registry.tags[0].state == .written)
        #expect(bench.registry.violations == [])
    }

    @Test func `is recognised on a chip of a doubtful batch in either form`() async throws {
        let bench = try Bench(try Samples.batch(1, isDoubtful: true) { _ in Self.encoded })
        try await bench.present(try await Samples.chip(1, saying: NDEFMessage(uri: Self.raw)))
        #expect(bench.registry.tag(onChip: try Samples.uid(1))?.state == .written)
    }
}
