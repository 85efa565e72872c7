/// The hub's era, its stations, and who may write which tag.
extension HubSchema {
    /// Columns of a tag: the chain that may write it, whether a chip or a label has its identifier or may have it, and
    /// the era in which it took the place of another one.
    static let right = "holder bytea, begun boolean NOT NULL, renewed_in bytea"

    static let stations = [
        // One row.
        "CREATE TABLE hub (era bytea NOT NULL, unheard_loss boolean NOT NULL)",
        "INSERT INTO hub VALUES (decode(replace(gen_random_uuid()::text, '-', ''), 'hex'), false)",
        // A chain without a name is known from a witness file alone. `applied`: up to which entry its journal has moved the
        // tables; `began`: the entry behind which the hub keeps the journal.
        """
        CREATE TABLE stations (
            chain bytea PRIMARY KEY, lost boolean NOT NULL, adopted bytea, awaited boolean NOT NULL,
            newest_request bigint NOT NULL, name \(text), key \(text), fingerprint \(text), enrolled bigint,
            began bigint NOT NULL DEFAULT 0, began_digest \(text), applied bigint NOT NULL DEFAULT 0,
            contact bigint, version \(text), head bigint, head_digest \(text), clock bigint
        )
        """,
        "CREATE INDEX stations_by_name ON stations (name, enrolled)",
        """
        CREATE TABLE invitations (
            digest \(text) PRIMARY KEY, name \(text) NOT NULL UNIQUE, expires bigint NOT NULL, chain bytea
        )
        """,
        """
        CREATE TABLE grants (
            chain bytea NOT NULL, request bigint NOT NULL, state \(text) NOT NULL, era bytea, batch \(text), tags \(text),
            PRIMARY KEY (chain, request)
        )
        """,
        "CREATE INDEX grants_untaken ON grants (chain, request) WHERE state = 'given'",
        // In the order of the rows, which is the order of work.
        "CREATE INDEX tags_free ON tags (batch, row) WHERE holder IS NULL AND NOT begun",
        "CREATE INDEX tags_by_holder ON tags (holder) WHERE holder IS NOT NULL",
        // Chains that claim a tag besides its holder, until all were heard.
        "CREATE TABLE claims (tag \(text) NOT NULL, chain bytea NOT NULL, PRIMARY KEY (tag, chain))",
        "CREATE INDEX claims_by_chain ON claims (chain)",
        // Identifiers that rows had before they got fresh ones. A chain may say later that it has taken one.
        """
        CREATE TABLE renewed_tags (
            id \(text) PRIMARY KEY, batch \(text) NOT NULL, url \(text) NOT NULL, era bytea NOT NULL,
            fresh \(text) NOT NULL, renewed_in bytea, holder bytea
        )
        """,
        "CREATE INDEX renewed_tags_by_holder ON renewed_tags (holder) WHERE holder IS NOT NULL",
        // Tags of batches that the hub does not know.
        """
        CREATE TABLE unplanned_tags (
            id \(text) PRIMARY KEY, holder bytea, begun boolean NOT NULL, retired boolean NOT NULL, renewed_in bytea
        )
        """,
        "CREATE INDEX unplanned_tags_by_holder ON unplanned_tags (holder)",
        """
        CREATE TABLE conflicts (
            chain bytea NOT NULL, sequence bigint NOT NULL, part bigint NOT NULL, code \(text) NOT NULL, tag \(text),
            request bigint, reason \(text), noted bigint NOT NULL, PRIMARY KEY (chain, sequence, part)
        )
        """,
        "CREATE INDEX conflicts_by_time ON conflicts (noted, chain, sequence, part)",
    ]
}
