internal import Faults
internal import PostgreSQL
internal import Registry

extension RegistryError {
    /// PostgreSQL's errors become the registry's.
    static func translating<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let fault as PostgresError { throw RegistryError(fault) }
    }

    init(_ fault: PostgresError) {
        let code: RegistryError.Code =
            switch fault.code {
            case .databaseAway, .outcomeUnknown, .raceLost: .registryAway
            case .ruleViolated: .contradiction
            case .databaseFull: .diskFull
            case .databaseFailing: .diskFailing
            case .databaseDamaged: .registryDamaged
            case .schemaRefused: .schemaBehind
            case .statementRefused, .unexpectedType: .storageFailed
            }
        self.init(code, fault.message, why: fault.reason, next: fault.next)
    }

    /// A row does not read as what it is for.
    static func unreadable(_ what: String, _ value: String) -> RegistryError {
        RegistryError(
            .registryDamaged, "the registry is damaged", why: "\(what) reads \"\(value)\"",
            next: "restore the database to a moment before it was changed")
    }

    /// The database does not have what it has confirmed to this daemon.
    static func hubBehind(_ chain: ChainName, at found: Int64, not known: Int64) -> RegistryError {
        RegistryError(
            .hubBehind, "nothing is written to the registry",
            why: "the database ends chain \(chain) at entry \(found), and has confirmed entry \(known) before",
            next: "find out whether a standby was promoted or a backup restored; then start the daemon again")
    }

    static func chainForked(_ chain: ChainName, at found: Int64) -> RegistryError {
        RegistryError(
            .chainForked, "nothing is written to the registry",
            why: "entry \(found) of chain \(chain) is not this daemon's: another process writes the chain",
            next: "end the other process, or the copy of this one; then start the daemon again")
    }
}
