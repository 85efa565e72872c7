/// Batches, tags, chips and labels that were given up.
extension HubSchema {
    static let tags =
        [
            """
            CREATE TABLE batches (
                number bigint PRIMARY KEY, name \(text) NOT NULL UNIQUE, template \(text), deployment \(text),
                paused boolean NOT NULL, doubtful boolean NOT NULL, protection \(text) NOT NULL, mirror \(text),
                genuineness \(text) NOT NULL
            )
            """,
            """
            CREATE TABLE tags (
                id \(text) PRIMARY KEY, batch bigint NOT NULL, row bigint NOT NULL, store \(text) NOT NULL,
                placement \(text) NOT NULL, medium \(text) NOT NULL, url \(text) NOT NULL,
                deployed_latitude double precision, deployed_longitude double precision,
                deployed_accuracy double precision, deployed_time bigint, \(life), \(right), UNIQUE (batch, row)
            )
            """,
            // One chip carries one tag.
            "CREATE UNIQUE INDEX tags_by_uid ON tags (uid) WHERE uid IS NOT NULL",
            // By a digest: a URL may be longer than an entry of an index.
            "CREATE INDEX tags_by_url ON tags (\(digest("url")))",
            // Few chips carry another URL than planned.
            "CREATE INDEX tags_by_written_url ON tags (\(digest("written_url"))) WHERE written_url <> url",
            "CREATE INDEX tags_by_state ON tags (state, id)",
            "CREATE INDEX tags_by_store ON tags (store, id)",
            "CREATE INDEX tags_by_batch ON tags (batch, id)",
            "CREATE INDEX tags_used ON tags (batch, state) WHERE \(usedTag)",
            """
            CREATE TABLE plan_blocks (
                batch bigint NOT NULL, block bigint NOT NULL CHECK (block >= 0), rows bigint NOT NULL CHECK (rows > 0),
                digest \(text) NOT NULL, PRIMARY KEY (batch, block)
            )
            """,
            """
            CREATE TABLE former_carriers (
                ended bigint NOT NULL, chain bytea NOT NULL, sequence bigint NOT NULL, part bigint NOT NULL,
                turn bigint NOT NULL, tag \(text) NOT NULL, uid \(text), url \(text), cause \(text) NOT NULL,
                PRIMARY KEY (ended, chain, sequence, part)
            )
            """,
            "CREATE INDEX former_carriers_by_uid ON former_carriers (uid) WHERE uid IS NOT NULL",
            "CREATE TABLE spent_tags (id \(text) PRIMARY KEY, \(life), proven boolean NOT NULL)",
            "CREATE TABLE spent_numbers (name \(text) PRIMARY KEY, last bigint NOT NULL)",
        ]

    /// What has become of a tag.
    private static let life = """
        state \(text) NOT NULL, uid \(text), product \(text), written_url \(text), protection \(text), mirror \(text), \
        genuineness \(text), key \(text), intended_key \(text), prints bigint NOT NULL CHECK (prints >= 0)
        """

    /// Sixteen bytes for a text of any length.
    static func digest(_ text: String) -> String { "md5(\(text))" }
}
