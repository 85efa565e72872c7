/// Stores, experiences and batches belong to deployments: a version of the schema on its own.
///
/// `stores.id`, `tags.store` and what refers to stores in findings and verdicts hold `StoreID.key`: the identifier, and
/// the deployment, if any, on a second line. What an older version wrote belongs to no deployment until that deployment
/// is loaded again.
extension RegistrySchema {
    static let deployments = [
        "ALTER TABLE experiences ADD COLUMN deployment TEXT",
        "ALTER TABLE batches ADD COLUMN deployment TEXT",
    ]
}
