/// What Apple's servers found at the domains of a build's App Clip: their association files.
package struct DomainStatus: Sendable, Hashable, Codable {
    package struct Domain: Sendable, Hashable, Codable {
        package let domain: String?
        package let isValid: Bool?
        package let lastUpdatedDate: String?
        /// Such as `BAD_HTTP_RESPONSE`; new ones come.
        package let errorCode: String?

        package init(domain: String?, isValid: Bool?, lastUpdatedDate: String? = nil, errorCode: String? = nil) {
            self.domain = domain
            self.isValid = isValid
            self.lastUpdatedDate = lastUpdatedDate
            self.errorCode = errorCode
        }
    }

    package let domains: [Domain]?
    package let lastUpdatedDate: String?

    package init(domains: [Domain]?, lastUpdatedDate: String? = nil) {
        self.domains = domains
        self.lastUpdatedDate = lastUpdatedDate
    }
}

/// The App Clip of an app.
package struct ClipAttributes: Sendable, Hashable, Codable {
    package let bundleId: String?
}
