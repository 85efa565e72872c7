import Faults
import Geodesy
import Registry
import Testing

/// What the registry asks of a change before it is recorded.
struct ChangeRefusalTests {
    @Test(arguments: [1, 3_650]) func `a token is valid for a number of days`(days: Int) throws {
        let expiry = try AccessToken.expiry(days: days, from: Timestamp(milliseconds: 5))
        #expect(expiry == Timestamp(milliseconds: 5 + Int64(days) * 86_400_000))
    }

    @Test func `a token without days does not expire, and days out of range are refused`() throws {
        #expect(try AccessToken.expiry(days: nil, from: Timestamp(milliseconds: 5)) == nil)
        for days in [0, -1, 3_651, Int.max] {
            let refusal = #expect(throws: RegistryError.self) {
                try AccessToken.expiry(days: days, from: Timestamp(milliseconds: 5))
            }
            #expect(refusal?.code == .badDays)
        }
    }

    @Test func `names are the first that are free`() throws {
        #expect(try ReaderRecord.freeName(besides: []).text == "reader-1")
        let readers = try [1, 2, 4].map { try #require(ReaderName("reader-\($0)")) }
        #expect(try ReaderRecord.freeName(besides: Set(readers)).text == "reader-3")
        let all = try (1...1_000).map { try #require(ReaderName("reader-\($0)")) }
        let refusal = #expect(throws: RegistryError.self) { try ReaderRecord.freeName(besides: Set(all)) }
        #expect(refusal?.code == .tooManyReaders)
        let tokens = try [1, 2].map { try #require(TokenName("token-\($0)")) }
        #expect(try AccessToken.freeName(besides: Set(tokens)).text == "token-3")
    }

    @Test func `a reason says something in at most 500 characters`() throws {
        #expect(throws: Never.self) { try StatedReason.check(String(repeating: "é", count: 500)) }
        for text in ["", " \n\t", String(repeating: "e", count: 501)] {
            let refusal = #expect(throws: RegistryError.self) { try StatedReason.check(text, as: "person") }
            #expect(refusal?.code == .badReason && refusal?.message == "the person is refused")
        }
    }

    @Test func `evidence is erased of a device, before a moment, or both`() throws {
        let noon = Timestamp(milliseconds: 1_800_000_000_000)
        #expect(try Forgetting.asked(before: noon, ofOneDevice: false) == Forgetting(cause: .asked, before: noon))
        #expect(try Forgetting.asked(before: nil, ofOneDevice: true).ofOneDevice)
        let refusal = #expect(throws: RegistryError.self) { try Forgetting.asked(before: nil, ofOneDevice: false) }
        #expect(refusal?.code == .nothingNamed)
    }

    @Test func `a region moves away from deployed tags only when a person has confirmed it`() throws {
        func store(_ latitude: Double) throws -> Store {
            let region = try Region(centre: Coordinate(latitude: latitude, longitude: -122), radius: 100)
            return Store(id: try #require(StoreID("s")), name: "S", region: region)
        }
        let (old, new) = (try store(37), try store(38))
        func changes(deployed: Int) -> [StoreChange] {
            StoreChange.changes(by: [new], former: { _ in old }, deployed: { _ in deployed })
        }
        let refusal = #expect(throws: RegistryError.self) {
            try changes(deployed: 2).check(isConfirmed: false, "a.csv is not imported")
        }
        #expect(refusal?.code == .regionMoves && refusal?.message == "a.csv is not imported")
        #expect(refusal?.reason == changes(deployed: 2).first?.message)
        #expect(throws: Never.self) { try changes(deployed: 2).check(isConfirmed: true, "") }
        #expect(throws: Never.self) { try changes(deployed: 0).check(isConfirmed: false, "") }
    }

    @Test func `a store is named by its deployment where several have it`() throws {
        func id(_ deployment: String?) throws -> StoreID {
            StoreID(try #require(StoreName("a")), of: try deployment.map { try #require(DeploymentName($0)) })
        }
        let (one, two) = (try id("one"), try id("two"))
        let directory = StoreDirectory([one, two])
        #expect(try directory.named(one.name, of: two.deployment) == two)
        #expect(try StoreDirectory([one]).named(one.name, of: nil) == one)
        let shared = #expect(throws: RegistryError.self) { try directory.named(one.name, of: nil) }
        #expect(shared?.code == .sharedStore && shared?.reason == "several deployments have one: one, two")
        // The store of no deployment is not the deployment's own.
        let unknown = #expect(throws: RegistryError.self) {
            try StoreDirectory([try id(nil)]).named(one.name, of: one.deployment)
        }
        #expect(unknown?.code == .unknownStore && unknown?.reason == "deployment one has none of this identifier")
    }
}
