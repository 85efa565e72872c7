package import Metrics

/// What a hub tells besides what every station does. docs/hub.md explains each family.
package enum HubMetrics {
    package static let families = [
        databaseUp, measured, measuringSeconds, chain, stations, awaitedStations, awaitedDaemons, unsettledSeconds,
        unappliedEntries, unappliedSeconds, unsentEntries, untakenGrants, untakenTags, untakenSeconds, conflicts,
        openConflicts, conflictSeconds, checkpointSize, checkpointSeconds, unsignedHeads, changedContents,
        databaseBytes, deadRows, frozenAge, replicaBytes, replicaSeconds,
    ]

    /// Problems of the API that say that a registry was copied, or that the hub's past is not what it was.
    package static let forkCodes = ["chain-forked", "hub-behind", "log-damaged", "other-machine"]

    static let databaseUp = MetricFamily(
        "waymark_hub_database_up", .gauge,
        help: "1 where the database has answered the last look; 0: the figures are those of the last that it answered.")
    static let measured = MetricFamily(
        "waymark_hub_measured_timestamp_seconds", .gauge,
        help: "When the database was last looked at with success, in seconds since 1970.")
    static let measuringSeconds = MetricFamily(
        "waymark_hub_measuring_seconds", .gauge, help: "Seconds that this look took.")
    static let chain = MetricFamily(
        "waymark_hub_chain", .gauge, labels: ["chain"],
        help: "Always 1; the chain that this run of the daemon writes. waymark_journal_entries is its end.")
    static let stations = MetricFamily(
        "waymark_hub_stations", .gauge, labels: ["state"],
        help: "Stations by their state: heard in the last 24 hours, silent for longer, lost.")
    static let awaitedStations = MetricFamily(
        "waymark_hub_stations_awaited", .gauge,
        help: "Stations that have not been heard in this era; until then nothing is granted but renewed plans.")
    static let awaitedDaemons = MetricFamily(
        "waymark_hub_daemons_awaited", .gauge,
        help:
            "Daemons that have not found yet, in this run of the database, what they answered; nothing is granted then."
    )
    static let unsettledSeconds = MetricFamily(
        "waymark_hub_unsettled_seconds", .gauge,
        help: "Seconds since this daemon first saw that stations or daemons are awaited; 0 when none is.")
    static let unappliedEntries = MetricFamily(
        "waymark_hub_entries_unapplied", .gauge,
        help: "Entries of stations that the hub has, and that have moved nothing yet: their kinds are not known.")
    static let unappliedSeconds = MetricFamily(
        "waymark_hub_entries_unapplied_seconds", .gauge,
        help: "Age of the oldest of them, by its station's clock; 0 without one.")
    static let unsentEntries = MetricFamily(
        "waymark_hub_entries_unsent", .gauge,
        help: "Entries that stations had at their last contacts, and the hub does not have.")
    static let untakenGrants = MetricFamily(
        "waymark_hub_grants_untaken", .gauge,
        help: "Grants to stations in service whose arrival is in no journal.")
    static let untakenTags = MetricFamily("waymark_hub_grants_untaken_tags", .gauge, help: "Tags in these grants.")
    static let untakenSeconds = MetricFamily(
        "waymark_hub_grants_untaken_seconds", .gauge,
        help: "Seconds since this daemon first saw the oldest of them; 0 without one.")
    static let conflicts = MetricFamily(
        "waymark_hub_conflicts", .gauge, labels: ["code"], help: "Conflicts so far, settled ones among them.")
    static let openConflicts = MetricFamily(
        "waymark_hub_conflicts_open", .gauge, labels: ["code"],
        help: "Conflicts that are not settled; see waymark hub conflicts.")
    static let conflictSeconds = MetricFamily(
        "waymark_hub_conflict_seconds", .gauge,
        help: "Seconds since the newest open conflict was noted; not there without one.")
    static let checkpointSize = MetricFamily(
        "waymark_hub_checkpoint_size", .gauge, help: "Heads in the log of this era, as the newest checkpoint says.")
    static let checkpointSeconds = MetricFamily(
        "waymark_hub_checkpoint_seconds", .gauge, help: "Seconds since this daemon first saw the newest checkpoint.")
    static let unsignedHeads = MetricFamily(
        "waymark_hub_heads_unsigned", .gauge, help: "Chains that have moved since the newest checkpoint.")
    static let changedContents = MetricFamily(
        "waymark_hub_contents_changed", .gauge,
        help: "Contents with evidence that no audit has judged, as PostgreSQL estimates them.")
    static let databaseBytes = MetricFamily("waymark_hub_database_bytes", .gauge, help: "Bytes of the database.")
    static let deadRows = MetricFamily(
        "waymark_hub_dead_rows", .gauge, labels: ["table"],
        help: "Rows of tables that change much which VACUUM has not removed yet, as PostgreSQL estimates them.")
    static let frozenAge = MetricFamily(
        "waymark_hub_frozen_age", .gauge,
        help: "Transactions since the oldest that rows name, age(datfrozenxid): at 2 000 million PostgreSQL stops.")
    static let replicaBytes = MetricFamily(
        "waymark_hub_replica_lag_bytes", .gauge, labels: ["replica"],
        help: "Bytes of WAL that a replica has not replayed; not there unless the account has the role pg_monitor.")
    static let replicaSeconds = MetricFamily(
        "waymark_hub_replica_lag_seconds", .gauge, labels: ["replica"],
        help: "Seconds until a replica last replayed what was committed; as above.")
}
