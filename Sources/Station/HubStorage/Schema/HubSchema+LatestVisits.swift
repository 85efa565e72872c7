/// The latest visits of each content are kept, and not the most accurate alone.
extension HubSchema {
    package static let latestVisits = [
        // What was folded by the rule of before has lost them: all is folded again from its rows (see ``Refolding``).
        "INSERT INTO refolds SELECT content FROM evidence ON CONFLICT DO NOTHING",
        "DELETE FROM evidence",
        "UPDATE judging SET plan = plan + 1",
    ]
}
