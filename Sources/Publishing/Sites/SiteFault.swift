/// Why Apple would not take a host's site association, or Android its asset links.
package struct SiteFault: Sendable, Codable, Equatable {
    package enum Code: String, Sendable, Codable, CaseIterable {
        case hostNotFound = "host-not-found"
        case unreachable
        case timedOut = "timed-out"
        case certificateExpired = "certificate-expired"
        case certificateNotYetValid = "certificate-not-yet-valid"
        case certificateOfOtherHost = "certificate-of-other-host"
        case certificateUntrusted = "certificate-untrusted"
        case tls
        case brokenAnswer = "broken-answer"
        case redirect
        case notFound = "not-found"
        case status
        case agentRefused = "agent-refused"
        case tooLarge = "too-large"
        case compressed
        case html
        case notJSON = "not-json"
        case noAppClips = "no-appclips"
        case appMissing = "app-missing"
        case linksMissing = "links-missing"
        case copyMissing = "copy-missing"
        case copyOutdated = "copy-outdated"
        case familyFails = "address-family-fails"
        case familyDiffers = "address-family-differs"
        case contentType = "content-type"
        case androidMissing = "android-missing"
        case androidRedirect = "android-redirect"
        case androidType = "android-type"
        case androidNotJSON = "android-not-json"
        case androidApp = "android-app"

        /// What Apple asks for and does without in practice, and what may pass, is a warning.
        var severity: Severity {
            switch self {
            case .copyOutdated, .familyFails, .familyDiffers, .contentType: .warning
            default: .critical
            }
        }
    }

    package enum Severity: String, Sendable, Codable {
        /// App Clips do not open by the host.
        case critical
        /// They may not open for some, or for some time.
        case warning
    }

    package let code: Code
    package let severity: Severity
    /// What is wrong.
    package let message: String
    /// Why that matters, or what exactly was found.
    package let why: String
    /// What to do.
    package let next: String

    init(code: Code, message: String, why: String, next: String) {
        self.code = code
        severity = code.severity
        self.message = message
        self.why = why
        self.next = next
    }
}
