import Registry
import Storage
import Synchronization
import TestBench
import Testing

@testable import StationService

@Suite struct `A token that has expired` {
    private final class Clock: Sendable {
        private let milliseconds = Atomic<Int64>(1_795_221_000_000)
        var now: Timestamp { Timestamp(milliseconds: milliseconds.load(ordering: .relaxed)) }
        func move(days: Int64) { milliseconds.add(days * 86_400_000, ordering: .relaxed) }
    }

    @Test func `stays expired when the clock goes back, also after a restart`() async throws {
        let folder = try TemporaryFolder()
        let (clock, secret) = (Clock(), try Secret.make())
        let token = AccessToken(
            name: try name("tablet"), role: .read, expires: try AccessToken.expiry(days: 1, from: clock.now))
        var registry: SQLiteRegistry? = try SQLiteRegistry(path: folder["r.sqlite"])
        try await registry?.record(
            .tokenCreated(token, digest: try Secret.digest(of: secret)), by: Author(station: "s", actor: "alice"))
        let session = Session(
            digest: "s", token: token.name, expires: Timestamp(milliseconds: clock.now.milliseconds + 43_200_000))
        try await registry?.record(.sessionOpened(session), by: Author(station: "s", actor: "token:tablet"))

        func load() async throws -> AccessControl {
            let access = AccessControl(rules: AccessRules(groups: [:], administrators: []), now: { clock.now })
            guard let kept = registry else { throw CancellationError() }
            access.load(try await kept.tokens(), try await kept.sessions(), of: access.beginReading())
            return access
        }
        var access = try await load()
        #expect(access.token(ofSecret: secret) == token && !access.hasNewlyExpired)
        clock.move(days: 2)
        #expect(access.token(ofSecret: secret) == nil && access.hasNewlyExpired)
        try await registry?.expireAccess(at: clock.now)

        clock.move(days: -2)
        registry = nil
        registry = try SQLiteRegistry(path: folder["r.sqlite"])
        access = try await load()
        #expect(access.token(ofSecret: secret) == nil && !access.hasNewlyExpired)
        #expect(try await registry?.sessions() == [])
        #expect(try await registry?.proveTables().deviations == [])
    }
}
