internal import Faults
internal import PostgreSQL
internal import Registry

/// Registries of stations that worked by themselves and have come to the hub.
extension HubSchema {
    /// The step without which a daemon cannot work beside an adoption: it notes what is erased meanwhile.
    static let adoptionStep = overtakenStep

    static let adoption = [
        // `applied`: whether its tables have come, and its entries count; before that they are kept and mean nothing. `ended`:
        // whether its tags are the hub's to grant. `findings`: the number behind which those of its findings begin. `erasures`: how often evidence had been
        // erased when they came.
        """
        CREATE TABLE adopted_chains (
            chain bytea PRIMARY KEY, station \(text) NOT NULL, sequence bigint NOT NULL, digest \(text) NOT NULL,
            applied boolean NOT NULL, ended boolean NOT NULL, findings bigint NOT NULL,
            erasures bigint NOT NULL
        )
        """,
        // Batches that went to registries that work by themselves; `batches` is JSON. `ended`: the registry is whole.
        """
        CREATE TABLE handed_back (
            chain bytea PRIMARY KEY, batches \(text) NOT NULL, tags bigint NOT NULL, ended boolean NOT NULL
        )
        """,
    ]

    /// Of what was begun: with which file, and when. Null where a version before has begun it.
    static let adoptionFiles = ["adopted_chains", "handed_back"].map {
        "ALTER TABLE \($0) ADD COLUMN file \(text), ADD COLUMN began bigint"
    }

    /// A version that does not know of adopted registries takes the journal of one for a daemon's, and its proof finds rows that
    /// it cannot explain: from the first of them on such a version is not started any more. Throws where a daemon of one
    /// is there.
    static func contractForAdoption(_ connection: PostgresConnection) throws {
        try requireAdoptionReaders(connection)
        try connection.change(
            "UPDATE schema_steps SET contracts = true WHERE step = $1 AND NOT contracts", [.integer(adoptionStep)])
    }

    static func requireAdoptionReaders(_ connection: PostgresConnection) throws {
        guard let older = try reader(before: adoptionStep, connection) else { return }
        throw RegistryError(
            .schemaBehind, "the registry is not adopted",
            why:
                "daemon \(older.name) is of a version that knows schema \(older.reads), and would take the registry's journal "
                + "for that of a daemon",
            next: "install this version there and start it; or, where it does not come back: waymark hub restored")
    }
}
