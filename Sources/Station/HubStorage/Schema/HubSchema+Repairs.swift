/// What is done about findings.
extension HubSchema {
    static let repairs = [
        "ALTER TABLE findings ADD COLUMN repair \(text)",
        "CREATE TABLE repair_pictures (finding bigint PRIMARY KEY, before bytea, after bytea)",
    ]
}
