/// Registries of stations that worked by themselves and have come to the hub.
extension HubSchema {
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
}
