/// The app for Android that gets the tags' URLs there.
///
/// See: Android Developers, "Configure website associations"; Digital Asset Links, "Statement syntax".
public struct AndroidApp: Hashable, Sendable, Codable {
    /// Such as `example.fruta`.
    public let name: String
    /// Of the certificates that the app is signed with: SHA-256, 32 bytes in capitals with colons between.
    public let fingerprints: [String]

    public init(name: String, fingerprints: [String]) {
        self.name = name
        self.fingerprints = fingerprints
    }

    /// What a host does not grant the app, as a sentence; nil when it grants it its URLs. `granted`: by package, the
    /// certificates that the host names.
    public func lacks(in granted: [String: Set<String>]) -> String? {
        guard let known = granted[name] else { return "it does not name \(name)" }
        let missing = fingerprints.filter { !known.contains($0) }
        guard !missing.isEmpty else { return nil }
        return "it lacks the certificate \(missing.map { "\($0.prefix(11))..." }.joined(separator: ", ")) of \(name)"
    }

    private enum CodingKeys: String, CodingKey {
        case name = "package"
        case fingerprints
    }

    /// Everything that is wrong with it, one sentence each.
    var complaints: [String] {
        var complaints: [String] = []
        if name.wholeMatch(of: #/[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)+/#) == nil {
            complaints.append("the package \"\(name)\" of android is not a name such as example.fruta")
        }
        if fingerprints.isEmpty {
            complaints.append("\(name) has no fingerprints: Android gives it no URL without that of its certificate")
        }
        for text in fingerprints {
            if let complaint = Self.complaint(about: text) {
                complaints.append("the fingerprint \"\(text)\" of \(name) \(complaint)")
            }
        }
        return complaints
    }

    private static func complaint(about text: String) -> String? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let isHexadecimal = parts.allSatisfy { part in
            part.utf8.count == 2 && part.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x46).contains($0) }
        }
        guard isHexadecimal else {
            return "is not 32 bytes in capital hexadecimal digits with colons between, as keytool prints SHA256"
        }
        switch parts.count {
        case 32: return nil
        case 20: return "has 20 bytes: that of SHA-1 is not taken, take that of SHA-256"
        default: return "has \(parts.count) bytes; SHA-256 has 32"
        }
    }
}
