import AuditLedger
import Geodesy
import Registry
import TestBench
import Testing

@testable import Audit

/// The tables of stores against a search through all of them.
struct StoreMapTests {
    @Test(arguments: SeededRandom.seeds(200))
    func `stores are found by identifier, whether deployments share it or not`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let owners = [nil, DeploymentName("one"), DeploymentName("two")]
        let names = Int.random(in: 1...12, using: &random)
        let known = try (0..<8).map { _ in
            StoreID(
                try #require(StoreName("s\(Int.random(in: 0..<names, using: &random))")),
                of: owners.randomElement(using: &random) ?? nil)
        }
        let stores = Set(known).sorted().shuffled(using: &random).map { id in
            Store(id: id, name: id.fullText, region: nil)
        }
        let directory = StoreDirectory(stores.map(\.id))
        #expect(
            Set(stores.map(\.id.name)).count == stores.count || StoreMap(stores, directory, seenFrom: nil).areShared)
        for owner in owners {
            let map = StoreMap(stores, directory, seenFrom: owner)
            for name in try (0..<names).map({ try #require(StoreName("s\($0)")) }) {
                let bytes = Array(name.text.utf8)
                let visible = map.names.position(bytes.span, bytes.indices)
                #expect(visible.map { stores[$0].id } == directory.store(name, from: owner), "\(random)")
                for other in owners {
                    let id = StoreID(name, of: other)
                    #expect(map.position(of: id) == stores.firstIndex { $0.id == id }, "\(random)")
                }
            }
        }
    }
}
