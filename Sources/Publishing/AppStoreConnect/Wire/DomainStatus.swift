/// What Apple's servers found at the domains of a build's App Clip: their association files.
public struct DomainStatus: Sendable, Hashable, Codable {
    public struct Domain: Sendable, Hashable, Codable {
        public let domain: String?
        public let isValid: Bool?
        public let lastUpdatedDate: String?
        /// Such as `BAD_HTTP_RESPONSE`; new ones come.
        public let errorCode: String?

        public init(domain: String?, isValid: Bool?, lastUpdatedDate: String? = nil, errorCode: String? = nil) {
            self.domain = domain
            self.isValid = isValid
            self.lastUpdatedDate = lastUpdatedDate
            self.errorCode = errorCode
        }
    }

    public let domains: [Domain]?
    public let lastUpdatedDate: String?

    public init(domains: [Domain]?, lastUpdatedDate: String? = nil) {
        self.domains = domains
        self.lastUpdatedDate = lastUpdatedDate
    }
}

/// The App Clip of an app.
public struct ClipAttributes: Sendable, Hashable, Codable {
    public let bundleId: String?
}
