/// The walks of paired phones: a version of the schema on its own.
extension RegistrySchema {
    static let walks = ["ALTER TABLE tokens ADD COLUMN scope TEXT"]
}
