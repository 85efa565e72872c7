/// What each daemon has left in the database to know it again: see ``HubMemory``.
extension HubSchema {
    static let memory = [
        // `run`: of the server in which the daemon has found all it knew.
        """
        CREATE TABLE daemons (
            daemon bytea PRIMARY KEY, name \(text) NOT NULL, mark \(text) NOT NULL, run \(text) NOT NULL,
            seen bigint NOT NULL
        )
        """
    ]
}
