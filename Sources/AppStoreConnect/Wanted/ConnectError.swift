/// Why a deployment cannot be told to App Store Connect.
public struct ConnectError: Error, Sendable, Equatable, CustomStringConvertible {
    public enum Code: String, Sendable, CaseIterable {
        /// `appstore.json` contradicts itself, the deployment or App Store Connect's limits.
        case badSettings
    }

    public let code: Code
    /// What failed.
    public let message: String
    /// Why it failed; a line for each reason.
    public let reason: String
    /// What to do about it.
    public let next: String

    public init(code: Code, message: String, reason: String, next: String) {
        self.code = code
        self.message = message
        self.reason = reason
        self.next = next
    }

    public var description: String { "\(message): \(reason)" }
}
