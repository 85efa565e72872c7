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

    /// One line for each.
    package var sentences: [String] {
        (errors ?? []).map { error in
            let text = [error.code, error.detail ?? error.title].compactMap { $0 }.joined(separator: ": ")
            let place = error.source?.pointer ?? error.source?.parameter
            return place.map { "\(text) (\($0))" } ?? text
        }
    }
}
