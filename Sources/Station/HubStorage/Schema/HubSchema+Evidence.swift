/// What was seen and found. A row of evidence is named by its content, its time and its own digest (`EvidenceDigest`), and a
/// content by a digest of its own (``ContentName``): the same row is kept once, and nothing is looked up while rows come in.
///
/// `evidence` has what rows are folded to (`FoldedEvidence`), in the transaction that brings them. Where some were erased, it
/// has no row until those that are left are folded: these contents are in `refolds`. A content with evidence is in
/// `changed`, to be judged at the next audit, or settled: in `judged` and not in `changed`. `judging` counts what makes the
/// one of the other, see `JudgingMark`; rows of `judged` with another `plan` do not count.
extension HubSchema {
    static let evidence = rows + folded + findings

    private static let rows = [
        "CREATE TABLE contents (content bytea PRIMARY KEY, url \(text) NOT NULL, uid \(text))",
        "CREATE INDEX contents_by_url ON contents (\(digest("url")))",
        // Tags are judged with those on the same chip.
        "CREATE INDEX contents_by_uid ON contents (uid) WHERE uid IS NOT NULL",
        """
        CREATE TABLE imports (
            number bigint PRIMARY KEY, kind \(text) NOT NULL, file \(text) NOT NULL, open boolean NOT NULL,
            kept bigint NOT NULL, daemon \(text) NOT NULL
        )
        """,
        """
        CREATE TABLE sightings (
            content bytea NOT NULL, time bigint NOT NULL, digest bigint NOT NULL, device \(text),
            latitude double precision NOT NULL, longitude double precision NOT NULL, sigma double precision NOT NULL,
            import bigint NOT NULL, PRIMARY KEY (content, time, digest)
        )
        """,
        """
        CREATE TABLE confirmations (
            content bytea NOT NULL, time bigint NOT NULL, digest bigint NOT NULL, device \(text), outcome \(text) NOT NULL,
            import bigint NOT NULL, PRIMARY KEY (content, time, digest)
        )
        """,
        """
        CREATE TABLE remarks (
            number bigint PRIMARY KEY, content bytea NOT NULL, time bigint NOT NULL, device \(text) NOT NULL,
            note \(text) NOT NULL, picture bytea, UNIQUE (content, time, device)
        )
        """,
        "CREATE INDEX remarks_by_time ON remarks (time, number)",
        "CREATE TABLE erasures (count bigint NOT NULL, swept bigint NOT NULL, pending bigint)",
        "INSERT INTO erasures VALUES (0, -1, NULL)",
        // Those that may have no row: theirs were erased, or they came with an audit. Looked at after the next erasure.
        "CREATE TABLE loose_contents (content bytea PRIMARY KEY)",
    ]

    private static let folded = [
        // Rows are updated in place: each page keeps free space for it.
        """
        CREATE TABLE evidence (
            content bytea PRIMARY KEY, sightings bigint NOT NULL, last_seen bigint NOT NULL, visits bytea NOT NULL,
            confirmations bigint NOT NULL, witnesses bytea NOT NULL
        ) WITH (fillfactor = 70)
        """,
        "CREATE TABLE refolds (content bytea PRIMARY KEY)",
        "CREATE TABLE changed (content bytea PRIMARY KEY, mark bigint NOT NULL) WITH (fillfactor = 70)",
        """
        CREATE TABLE judged (
            content bytea PRIMARY KEY, plan bigint NOT NULL, chip boolean NOT NULL, sightings bigint NOT NULL,
            confirmations bigint NOT NULL, store \(text), tag \(text), batch \(text), named \(text), visits bigint,
            first_visit bigint, last_seen bigint
        ) WITH (fillfactor = 70)
        """,
        // Each tag that is named on a chip is looked for.
        "CREATE INDEX judged_names ON judged (named) WHERE named IS NOT NULL AND chip",
        "CREATE TABLE judging (plan bigint NOT NULL, news bigint NOT NULL, judged bigint NOT NULL)",
        "INSERT INTO judging VALUES (1, 0, 0)",
    ]

    private static let findings = [
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
    ]
}
