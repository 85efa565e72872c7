/// Why App Store Connect refuses a request (JSON:API 1.0, error objects).
package struct AppStoreErrors: Sendable, Hashable, Codable {
    package struct Refusal: Sendable, Hashable, Codable {
        package struct Source: Sendable, Hashable, Codable {
            package let pointer: String?
            package let parameter: String?
        }

        package let code: String?
        package let title: String?
        package let detail: String?
        package let source: Source?
    }

    package let errors: [Refusal]?

    /// Whether an agreement with Apple is missing or has expired: no role of a key mends that.
    package var isAboutAgreements: Bool {
        (errors ?? []).contains { $0.code?.hasPrefix("FORBIDDEN.REQUIRED_AGREEMENTS") == true }
    }

    /// One line for each.
    package var sentences: [String] {
        (errors ?? []).map { error in
            let text = [error.code, error.detail ?? error.title].compactMap { $0 }.joined(separator: ": ")
            let place = error.source?.pointer ?? error.source?.parameter
            return place.map { "\(text) (\($0))" } ?? text
        }
    }
}
