/// Why a photograph cannot serve as a sighting. The caller knows which file it is.
public struct PhotographError: Error, Sendable, Equatable, CustomStringConvertible {
    public enum Code: String, Sendable {
        case notAPicture = "not-a-picture"
        case tooLarge = "too-large"
        case noPosition = "no-position"
        case noTime = "no-time"
        case noCode = "no-code"
        case outOfMemory = "out-of-memory"
    }

    public let code: Code
    /// In words that complete "IMG_0001.jpg: ".
    public let reason: String

    public init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    public var description: String { reason }
}
