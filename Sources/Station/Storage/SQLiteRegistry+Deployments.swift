internal import FoundationEssentials
package import Registry

/// What deployments say of themselves.
extension SQLiteRegistry {
    /// Those that were loaded by a version without profiles have their name and template alone.
    package func deployments() throws -> [DeploymentProfile] {
        try translatingErrors { try tables.profiles() }
    }
}

extension SQLiteTables {
    func profiles() throws -> [DeploymentProfile] {
        try database.rows("SELECT name, template, profile FROM deployments ORDER BY name") { row in
            guard let text = row.optionalText("profile") else {
                return DeploymentProfile(name: row.text("name"), template: row.optionalText("template"))
            }
            guard let profile = try? JSONDecoder().decode(DeploymentProfile.self, from: Data(text.utf8)) else {
                throw SQLiteRegistry.damaged("a deployment", text)
            }
            return profile
        }
    }
}

extension DeploymentProfile {
    /// One line, keys sorted.
    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }
}
