import TestBench
import Testing

/// Which ways of keeping the registry the suite is run on here. One that cannot run is skipped with the reason.
@Suite struct `The conformance suite` {
    @Test(.enabled(if: PrivatePostgreSQL.canRun, Comment(rawValue: PrivatePostgreSQL.obstacle ?? "")))
    func `is run on PostgreSQL`() { #expect(StorageKind.all.contains { $0.name == StorageKind.postgreSQL.name }) }

    @Test(.enabled(if: PrivatePgBouncer.canRun, Comment(rawValue: PrivatePgBouncer.obstacle ?? "")))
    func `is run on PostgreSQL behind PgBouncer`() {
        #expect(StorageKind.all.contains { $0.name == StorageKind.pooled.name })
    }
}
