internal import PostgreSQL

/// Every daemon of a hub makes the pseudonyms of devices with one key: what one of them has kept of a phone the others
/// find, and erase.
extension HubRegistry {
    /// Whether the hub's daemons have the key with this fingerprint. The first one that asks says which it is.
    package func hasDeviceKey(_ fingerprint: String) throws -> Bool {
        let noted = try repeatable { connection in
            try connection.all(
                "UPDATE hub SET device_key = coalesce(device_key, $1) RETURNING device_key", [.kept(fingerprint)]
            ) { try $0.text() }
        }
        return noted == [fingerprint]
    }

    /// Whether a daemon without a key may make one: no daemon has said which theirs is, and nothing is kept of phones
    /// that only another key would find.
    package func mayMakeDeviceKey() throws -> Bool {
        let answers = try single { connection in
            try connection.all(
                """
                SELECT device_key IS NULL AND NOT EXISTS (SELECT FROM sightings)
                    AND NOT EXISTS (SELECT FROM confirmations) AND NOT EXISTS (SELECT FROM remarks)
                FROM hub
                """, []
            ) { try $0.bool() }
        }
        return answers == [true]
    }
}
