/// One run of one database server on one timeline. Whatever makes a server forget (a standby is promoted, a backup or a
/// copy of its files takes its place), it is another run afterwards.
enum ServerRun {
    /// SQL for the name of the present one.
    ///
    /// The timeline is that of the current WAL file's name: the control data's lags behind until a checkpoint. See:
    /// PostgreSQL documentation, "Backup Control Functions", "Session Information Functions"
    static let present = """
        (left(pg_walfile_name(pg_current_wal_lsn()), 8) || ' ' \
        || (extract(epoch FROM pg_postmaster_start_time()) * 1000000)::bigint)
        """

    /// The same; nothing on a server that follows another one.
    static let unlessFollowing = "CASE WHEN pg_is_in_recovery() THEN '' ELSE \(present) END"
}
