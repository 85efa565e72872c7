import Faults
import Registry
import Synchronization
import Testing
import UnixSystem

@testable import StationService

@Suite struct PairingsTests {
    private static let maker = Caller(
        way: .socket(PeerCredentials(processIdentifier: 1, user: 1_000, group: 1_000, groups: [])), role: .provision)

    private final class Clock: Sendable {
        private let seconds = Atomic<Int64>(1_000)
        var uptime: Duration { .seconds(seconds.load(ordering: .relaxed)) }
        func move(seconds more: Int64) { seconds.add(more, ordering: .relaxed) }
    }

    private let clock = Clock()
    private let pairings: Pairings

    init() {
        let clock = clock
        pairings = Pairings(uptime: { clock.uptime })
    }

    private func show(_ text: String) throws -> String {
        let store = try #require(StoreID("cupertino"))
        let owner: TokenName = try name(text)
        let token = AccessToken(name: owner, role: .walk, expires: nil, scope: try WalkScope([store]))
        return try pairings.show(
            Pairings.Offer(token: token, author: Author(station: "s", actor: "alice"), maker: Self.maker))
    }

    private func code(_ secret: String) -> String? {
        do {
            _ = try pairings.use(secret, isGood: { _ in true })
        } catch let error as StationError {
            return error.complaint.code.rawValue
        } catch {
            return "\(error)"
        }
        return nil
    }

    @Test func `a code is good once, for its own phone`() throws {
        let (anna, ben) = (try show("anna"), try show("ben"))
        #expect(anna.utf8.count == 43 && anna != ben)
        let second = try pairings.use(ben, isGood: { _ in true })
        #expect(second.token.name.text == "ben")
        #expect(code(ben) == "bad-pairing")
        let first = try pairings.use(anna, isGood: { _ in true })
        #expect(first.token.name.text == "anna")
    }

    @Test func `a code is good for five minutes`() throws {
        let (first, second) = (try show("anna"), try show("ben"))
        clock.move(seconds: 299)
        #expect(code(first) == nil)
        clock.move(seconds: 1)
        #expect(code(second) == "bad-pairing")
    }

    @Test func `a code whose maker is not let in any more is worth nothing, and is used up`() throws {
        let secret = try show("anna")
        let error = #expect(throws: StationError.self) { try pairings.use(secret, isGood: { _ in false }) }
        #expect(error?.status == 401 && error?.complaint.code.rawValue == "bad-pairing")
        #expect(code(secret) == "bad-pairing")
    }

    @Test func `too many wrong codes have to wait a minute, and keep no right code out`() throws {
        let secret = try show("anna")
        for _ in 0..<Pairings.failureLimit { #expect(code("wrong") == "bad-pairing") }
        #expect(code("wrong") == "too-many-attempts")
        #expect(code(secret) == nil)
        #expect(code(secret) == "too-many-attempts", "it is used up, and wrong like the others")
        clock.move(seconds: 60)
        #expect(code("wrong") == "bad-pairing")
    }

    @Test func `of too many codes the oldest is given up`() throws {
        let first = try show("anna")
        let others = try (0..<50).map { number in try show("phone-\(number)") }
        #expect(code(first) == "bad-pairing")
        let codes = others.map { code($0) }
        #expect(codes == Array(repeating: nil, count: 50))
    }

    @Test func `to walk is no part of looking, and looking no part of a walk`() {
        let allowed = Role.allCases.map { role in Role.allCases.filter { role.includes($0) } }
        let expected: [[Role]] = [
            [.confirm], [.walk], [.station], [.read], [.confirm, .walk, .read, .provision],
            [.confirm, .walk, .read, .provision, .administer],
        ]
        #expect(allowed == expected)
    }

    @Test func `a walk has stores, and not too many`() throws {
        let many = Set((0...WalkScope.limit).compactMap { StoreID("store-\($0)") })
        let none: Set<StoreID> = []
        for stores in [none, many] {
            #expect(throws: RegistryError.self) { try WalkScope(stores) }
        }
        let most = try WalkScope(Set(many.dropFirst()))
        #expect(most.stores.count == WalkScope.limit)
    }
}
