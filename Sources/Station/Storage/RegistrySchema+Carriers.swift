/// Chips and labels that were given up, and may still hang somewhere: a version of the schema on its own.
extension RegistrySchema {
    static let carriers = [
        """
        CREATE TABLE former_carriers (
            tag TEXT NOT NULL, uid TEXT, url TEXT, cause TEXT NOT NULL, ended TEXT NOT NULL
        ) STRICT
        """,
        // What an older version has journalled: the chip, and what was written to it last.
        """
        INSERT INTO former_carriers
        SELECT json_extract(gone.payload, '$.tag'), json_extract(gone.payload, '$.uid'), (
            SELECT json_extract(write.payload, '$.url') FROM journal AS write
            WHERE write.kind = 'write-confirmed' AND json_valid(write.payload) AND write.sequence < gone.sequence
                AND json_extract(write.payload, '$.uid') = json_extract(gone.payload, '$.uid')
            ORDER BY write.sequence DESC LIMIT 1
        ), CASE gone.kind WHEN 'tag-retired' THEN 'retired' ELSE 'replaced' END, gone.time
        FROM journal AS gone
        WHERE gone.kind IN ('tag-replaced', 'tag-retired') AND json_valid(gone.payload)
            AND json_extract(gone.payload, '$.tag') IS NOT NULL
        ORDER BY gone.sequence
        """,
    ]

    /// A chip on a reader is looked up by its UID.
    static let carrierChips = [
        "CREATE INDEX former_carriers_by_uid ON former_carriers (uid) WHERE uid IS NOT NULL"
    ]
}
