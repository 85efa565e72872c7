/// Contents of which no row is left.
extension HubSchema {
    /// Whether nothing has the content of a table that is called `seen`.
    static let hasNoRow = """
        (NOT EXISTS (SELECT 1 FROM sightings WHERE content = seen.content)
            AND NOT EXISTS (SELECT 1 FROM confirmations WHERE content = seen.content)
            AND NOT EXISTS (SELECT 1 FROM remarks WHERE content = seen.content))
        """

    /// Daemons of the versions before did not look again at what was planned or written when its last row was erased.
    static let looseContents = [
        "INSERT INTO loose_contents SELECT content FROM contents AS seen WHERE \(hasNoRow) ON CONFLICT DO NOTHING",
        // Looked at at once, where anything was ever erased.
        """
        UPDATE erasures SET swept = least(swept, count - 1),
            pending = coalesce(pending, (extract(epoch FROM now()) * 1000)::bigint) WHERE count > 0
        """,
    ]
}
