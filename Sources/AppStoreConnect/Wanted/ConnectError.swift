public import Explaining

/// Why a deployment cannot be told to App Store Connect.
public struct ConnectError: ExplainedError, Equatable {
    public enum Code: String, Sendable, CaseIterable {
        /// `appstore.json` contradicts itself, the deployment or App Store Connect's limits.
        case badSettings
    }

    public let code: Code
    public let message: String
    public let reason: String
    public let next: String

    public init(code: Code, message: String, reason: String, next: String) {
        self.code = code
        self.message = message
        self.reason = reason
        self.next = next
    }
}
