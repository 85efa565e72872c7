/// What is found out once: that an adopted registry's tables are what they were, and which key the hub's daemons have.
extension HubSchema {
    static let compared = [
        // Whether tables were found to be as the file has them: what the hub changes from then on is its own.
        "ALTER TABLE adopted_chains ADD COLUMN compared boolean NOT NULL DEFAULT false",
        // By which the daemons' keys for device identifiers are known to be one; null until a daemon has noted it.
        "ALTER TABLE hub ADD COLUMN device_key \(text)",
    ]
}
