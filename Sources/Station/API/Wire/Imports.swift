public import Foundation
public import Registry

/// What an import did, or would do.
public struct ImportResult: Hashable, Sendable, Codable {
    public let schema: Int
    public let rows: Int
    /// Unknown columns and the like: nothing that kept a row out.
    public let warnings: [String]
    /// What becomes of stores that exist already.
    public let changes: [StoreChange]
    /// Whether nothing was changed, because the request asked for that.
    public let isDryRun: Bool

    public init(rows: Int, warnings: [String], changes: [StoreChange] = [], isDryRun: Bool = false) {
        schema = 1
        self.rows = rows
        self.warnings = warnings
        self.changes = changes
        self.isDryRun = isDryRun
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

/// What loading a deployment did, or would do.
public struct DeploymentResult: Hashable, Sendable, Codable {
    public let schema: Int
    public let name: String
    public let stores: Int
    public let experiences: Int
    /// The deployment's batches as they are now; after a dry run, those that exist.
    public let batches: [BatchSummary]
    public let warnings: [String]
    /// What becomes of stores that exist already.
    public let changes: [StoreChange]
    /// How many tags are new, in all batches.
    public let added: Int
    /// What the registry keeps although the files say otherwise, one sentence each.
    public let notTaken: [String]
    public let isDryRun: Bool

    public init(
        name: String, stores: Int, experiences: Int, batches: [BatchSummary], warnings: [String],
        changes: [StoreChange], added: Int, notTaken: [String], isDryRun: Bool
    ) {
        schema = 1
        self.name = name
        self.stores = stores
        self.experiences = experiences
        self.batches = batches
        self.warnings = warnings
        self.changes = changes
        self.added = added
        self.notTaken = notTaken
        self.isDryRun = isDryRun
    }
}

public struct ReplaceRequest: Hashable, Sendable, Codable {
    public let reason: String

    public init(reason: String) {
        self.reason = reason
    }
}
