package import Registry

extension StationName {
    /// The token with which a station of this name calls; nil for a name that is too long for one.
    package var token: TokenName? { TokenName(Self.tokenPrefix + text) }

    /// The station that calls with a token; nil for another's.
    package init?(calling token: TokenName) {
        guard token.text.hasPrefix(Self.tokenPrefix) else { return nil }
        self.init(String(token.text.dropFirst(Self.tokenPrefix.count)))
    }

    private static let tokenPrefix = "station-"

    /// Characters of the longest name that a station may have.
    package static let longestOfStation = TokenName.longest - tokenPrefix.count
}
