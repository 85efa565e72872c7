public import Foundation
public import Registry

/// What an import did.
public struct ImportResult: Hashable, Sendable, Codable {
    public let schema: Int
    public let rows: Int
    /// Unknown columns and the like: nothing that kept a row out.
    public let warnings: [String]

    public init(rows: Int, warnings: [String]) {
        schema = 1
        self.rows = rows
        self.warnings = warnings
    }
}

/// A deployment's manifest and the files that it names.
public struct DeploymentRequest: Hashable, Sendable, Codable {
    public let manifest: DeploymentManifest
    public let files: [String: Data]

    public init(manifest: DeploymentManifest, files: [String: Data]) {
        self.manifest = manifest
        self.files = files
    }
}

public struct DeploymentResult: Hashable, Sendable, Codable {
    public let schema: Int
    public let name: String
    public let stores: Int
    public let experiences: Int
    public let batches: [BatchSummary]
    public let warnings: [String]

    public init(name: String, stores: Int, experiences: Int, batches: [BatchSummary], warnings: [String]) {
        schema = 1
        self.name = name
        self.stores = stores
        self.experiences = experiences
        self.batches = batches
        self.warnings = warnings
    }
}

public struct ReplaceRequest: Hashable, Sendable, Codable {
    public let reason: String

    public init(reason: String) {
        self.reason = reason
    }
}
