/// All evidence folded once more: a version of the schema on its own.
///
/// Rows that came while folded ones were removed from `arrivals` could get the number of one of these, and were removed with
/// them (see ``ArrivalTable/add(_:_:)``): kept in `sightings` or `confirmations`, but in no audit.
extension RegistrySchema {
    static let refolding = [
        // What waits is in the tables of rows as well, as for an erasure.
        "DELETE FROM arrivals",
        "DELETE FROM arrival_fold",
        "DELETE FROM evidence",
        "DELETE FROM refolds",
        "DELETE FROM folding",
        beginFolding,
        // Each content is to be judged again when it is folded.
        "UPDATE judging SET plan = plan + 1",
    ]

    /// A version of the schema that has the latest visits of each content, and not the most accurate alone, and those of a
    /// device together on both sides of a boundary: what was folded by the rule of before has lost them.
    static let latestVisits = refolding
}
