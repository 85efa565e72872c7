/// Why a photograph cannot serve as a sighting. The caller knows which file it is.
package struct PhotographError: Error, Sendable, Equatable, CustomStringConvertible {
    package enum Code: String, Sendable {
        case notAPicture = "not-a-picture"
        case tooLarge = "too-large"
        case noPosition = "no-position"
        case noTime = "no-time"
        case noCode = "no-code"
        case outOfMemory = "out-of-memory"
    }

    package let code: Code
    /// In words that complete "IMG_0001.jpg: ".
    package let reason: String

    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    package var description: String { reason }
}
