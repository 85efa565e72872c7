import AppClips
import Faults
import Geodesy
import Registry
import Testing

@Suite struct `What must be true before a batch is written` {
    private static let cupertino = (latitude: 37.3349, longitude: -122.009)
    private static let zeros = String(repeating: "0", count: 14)

    private func code(
        _ batch: Batch, isRegistered: Bool = true, hasKey: Bool = true, from place: Coordinate? = nil,
        confirmation: BatchName? = nil
    ) throws -> BatchFaultCode? {
        let experience = try Experience(
            url: InvocationURL("https://example.com/s/"), card: Card(title: "T", subtitle: "S", action: .open))
        let home = try Coordinate(latitude: Self.cupertino.latitude, longitude: Self.cupertino.longitude)
        let store = Store(
            id: try #require(StoreID("s")), name: "Cupertino", region: try Region(centre: home, radius: 200))
        let check = WriteCheck(
            stores: [store], experiences: isRegistered ? [experience] : [], templates: [], hasKey: hasKey, place: place,
            confirmation: confirmation)
        do {
            try check.check(batch)
            return nil
        } catch {
            return error.code
        }
    }

    @Test func `a batch that nothing is wrong with is written`() throws {
        #expect(try code(.of([(.nfc, .planned, 0)])) == nil)
    }

    @Test func `a pause, and a restoration before it`() throws {
        #expect(try code(.of([(.nfc, .planned, 0)], isPaused: true)) == .paused)
        #expect(try code(.of([(.nfc, .planned, 0)], isPaused: true, isDoubtful: true)) == .restored)
        #expect(try code(.of([(.nfc, .planned, 0)], isDoubtful: true)) == nil)
    }

    @Test func `something to write`() throws {
        #expect(try code(.of([(.qr, .planned, 0), (.nfc, .retired, 0)])) == .noNFCTags)
    }

    @Test func `an experience that answers`() throws {
        #expect(try code(.of([(.nfc, .planned, 0)]), isRegistered: false) == .unregistered)
    }

    @Test func `a place for what the chips show, except in tags out of service`() throws {
        let rules = BatchRules(mirror: .uid)
        #expect(try code(.of([(.nfc, .planned, 0)], rules: rules)) == .noPlaceholder)
        #expect(
            try code(.of([(.nfc, .planned, 0)], url: "https://example.com/s/?u=\(Self.zeros)", rules: rules)) == nil)
        let retired = try Batch.of([(.nfc, .retired, 0), (.qr, .planned, 0)], rules: rules)
        #expect(throws: Never.self) { try retired.checkPlaceholders(for: rules) }
    }

    @Test func `a key for passwords`() throws {
        let batch = try Batch.of([(.nfc, .planned, 0)], rules: BatchRules(protection: .password))
        #expect(try code(batch, hasKey: false) == .noKey)
        #expect(try code(batch) == nil)
    }

    @Test func `the place of the stores whose tags are not done`() throws {
        let far = try Coordinate(latitude: 48.2, longitude: 16.37)
        #expect(try code(.of([(.nfc, .planned, 0)]), from: far) == .elsewhere)
        #expect(try code(.of([(.nfc, .written, 0)]), from: far) == nil)
        let near = try Coordinate(latitude: Self.cupertino.latitude, longitude: Self.cupertino.longitude)
        #expect(try code(.of([(.nfc, .planned, 0)]), from: near) == nil)
    }

    @Test func `a confirmation by name of what cannot be undone, asked for last`() throws {
        let batch = try Batch.of([(.nfc, .planned, 0)], rules: BatchRules(protection: .lock))
        #expect(try code(batch) == .confirmationRequired)
        #expect(try code(batch, confirmation: BatchName("summer")) == .confirmationRequired)
        #expect(try code(batch, confirmation: batch.name) == nil)
        let far = try Coordinate(latitude: 48.2, longitude: 16.37)
        #expect(try code(batch, from: far) == .elsewhere)
    }

    @Test func `another key is for batches with passwords, and needs one`() throws {
        let key = KeyName(identifier: "bench", check: "A1B2C3")
        let plain = try Batch.of([(.nfc, .planned, 0)])
        #expect(throws: BatchRefusal.self) { try plain.rotation(to: key) }
        let protected = try Batch.of([(.nfc, .planned, 0)], rules: BatchRules(protection: .password))
        let refusal = #expect(throws: BatchRefusal.self) { try protected.rotation(to: nil) }
        #expect(refusal?.code == .noKey)
        #expect(try protected.rotation(to: key) == KeyRotation(batch: protected.name, key: key))
    }
}
