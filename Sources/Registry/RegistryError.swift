public import Explaining

/// Why the registry refuses something.
public struct RegistryError: ExplainedError, Hashable {
    public enum Code: String, Sendable, CaseIterable {
        case badFile = "bad-file"
        case badDeployment = "bad-deployment"
        case unknownBatch = "unknown-batch"
        case unknownTag = "unknown-tag"
        case unknownReader = "unknown-reader"
        case unknownFinding = "unknown-finding"
        case unknownToken = "unknown-token"
        case alreadyExists = "already-exists"
        case contradiction
        case newerSchema = "newer-schema"
        case storageFailed = "storage-failed"
    }

    public let code: Code
    public let message: String
    public let reason: String
    public let next: String

    public init(_ code: Code, _ message: String, why reason: String, next: String) {
        self.code = code
        self.message = message
        self.reason = reason
        self.next = next
    }
}
