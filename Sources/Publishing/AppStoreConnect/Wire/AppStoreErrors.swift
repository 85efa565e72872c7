/// Why App Store Connect refuses a request (JSON:API 1.0, error objects).
public struct AppStoreErrors: Sendable, Hashable, Codable {
    public struct Refusal: Sendable, Hashable, Codable {
        public struct Source: Sendable, Hashable, Codable {
            public let pointer: String?
            public let parameter: String?
        }

        public let code: String?
        public let title: String?
        public let detail: String?
        public let source: Source?
    }

    public let errors: [Refusal]?

    /// One line for each.
    public var sentences: [String] {
        (errors ?? []).map { error in
            let text = [error.code, error.detail ?? error.title].compactMap { $0 }.joined(separator: ": ")
            let place = error.source?.pointer ?? error.source?.parameter
            return place.map { "\(text) (\($0))" } ?? text
        }
    }
}
