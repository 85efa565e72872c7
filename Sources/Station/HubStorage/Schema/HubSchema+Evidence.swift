/// What was seen and found. A row of evidence is named by its content, its time and its own digest: the same row is kept
/// once, and nothing is looked up while rows come in.
extension HubSchema {
    static let evidence = [
        "CREATE TABLE contents (content bytea PRIMARY KEY, url \(text) NOT NULL, uid \(text))",
        """
        CREATE TABLE imports (
            number bigint PRIMARY KEY, kind \(text) NOT NULL, file \(text) NOT NULL, open boolean NOT NULL,
            kept bigint NOT NULL
        )
        """,
        """
        CREATE TABLE sightings (
            content bytea NOT NULL, time bigint NOT NULL, digest bytea NOT NULL, device \(text),
            latitude double precision NOT NULL, longitude double precision NOT NULL, sigma double precision NOT NULL,
            import bigint NOT NULL, PRIMARY KEY (content, time, digest)
        )
        """,
        """
        CREATE TABLE confirmations (
            content bytea NOT NULL, time bigint NOT NULL, digest bytea NOT NULL, device \(text), outcome \(text) NOT NULL,
            import bigint NOT NULL, PRIMARY KEY (content, time, digest)
        )
        """,
        """
        CREATE TABLE remarks (
            content bytea NOT NULL, time bigint NOT NULL, device \(text) NOT NULL, note \(text), picture bytea,
            PRIMARY KEY (content, time, device)
        )
        """,
        "CREATE TABLE audits (number bigint PRIMARY KEY, time bigint NOT NULL, batch \(text), last_import bigint NOT NULL)",
        """
        CREATE TABLE verdicts (
            content bytea PRIMARY KEY, audit bigint NOT NULL, store \(text), verdict \(text),
            probability double precision, distance double precision, found_store \(text), last_seen bigint NOT NULL,
            last_inside bigint
        )
        """,
        """
        CREATE TABLE findings (
            number bigint PRIMARY KEY, identity \(text) NOT NULL, state \(text) NOT NULL, code \(text) NOT NULL,
            severity \(text) NOT NULL, stores \(text) NOT NULL, tags \(text) NOT NULL, batches \(text) NOT NULL,
            message \(text) NOT NULL, next \(text) NOT NULL, words \(text), since bigint NOT NULL,
            last_found bigint NOT NULL, resolved bigint, evidence bigint NOT NULL, accepted_reason \(text),
            accepted_by \(text), accepted_at bigint, accepted_tags \(text)
        )
        """,
        "CREATE UNIQUE INDEX findings_by_identity ON findings (\(digest("identity")))",
        "CREATE INDEX findings_by_state ON findings (state, number)",
        "CREATE TABLE erasures (count bigint NOT NULL, pending bigint)",
        "INSERT INTO erasures VALUES (0, NULL)",
    ]
}
