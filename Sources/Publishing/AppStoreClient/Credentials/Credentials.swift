package import Cryptography
internal import Faults

/// A key for App Store Connect and whose it is.
package struct Credentials: Sendable {
    /// Such as `2X9R4HXF34`.
    package let keyIdentifier: String
    /// The team's issuer; nil for a key of one person.
    package let issuer: String?
    let key: SigningKey

    /// Throws unless both identifiers are made of letters, digits and hyphens.
    package init(keyIdentifier: String, issuer: String?, key: SigningKey) throws(ServiceError) {
        try Self.check(keyIdentifier, "the key's identifier", next: "it is beside the key in App Store Connect")
        if let issuer { try Self.check(issuer, "the issuer", next: "it is above the keys in App Store Connect") }
        self.keyIdentifier = keyIdentifier
        self.issuer = issuer
        self.key = key
    }

    private static func check(_ text: String, _ what: String, next: String) throws(ServiceError) {
        let isGood = text.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D
        }
        guard isGood, (1...64).contains(text.utf8.count) else {
            throw ServiceError(
                code: .badKey, message: "cannot ask App Store Connect",
                reason: "\(what) is not made of letters, digits and hyphens", next: next)
        }
    }
}
