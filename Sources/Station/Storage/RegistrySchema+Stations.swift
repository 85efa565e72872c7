internal import Registry

/// Stations of a hub: what is held is replayed from the journal at the start, and most entries are about something else.
extension RegistrySchema {
    static let stations = [
        "CREATE INDEX journal_of_grants ON journal (sequence) WHERE \(concernsGrants)"
    ]

    /// A condition of the query that finds them, to the letter.
    static let concernsGrants = """
        kind IN ('hub-joined', 'hub-left', 'grant-asked', 'grant-taken', 'grant-declined', 'grant-returned', \
        'grant-closed', 'era-adopted', 'registry-restored')
        """
}
