internal import TextCoding

/// What two URLs have in common once everything that Apple leaves open is taken away.
extension InvocationURL {
    var schemeIsWeb: Bool {
        let scheme = bytes[schemeRange].map(ASCII.lowercased)
        return scheme == Array("https".utf8) || scheme == Array("http".utf8)
    }

    var lowercasedHost: [UInt8] { bytes[hostRange].map(ASCII.lowercased) }

    var hostIsInternational: Bool {
        bytes[hostRange].contains { $0 >= 0x80 } || lowercasedHost.containsLabel(prefix: "xn--")
    }

    var hasDotSegments: Bool {
        PercentCoding.decodeLeniently(bytes[pathRange]).split(separator: UInt8(ascii: "/")).contains(where: isDots)
    }

    /// Host and path without letter case, percent-encoding, empty segments and a slash at the end.
    ///
    /// If one URL could be a prefix of another under any reading, the first one's key is a prefix of the
    /// other's: that of the resolved key when dot segments are resolved, that of the other when not.
    package func looseKey(resolvingDots: Bool) -> [UInt8] {
        var segments: [ArraySlice<UInt8>] = []
        let path = PercentCoding.decodeLeniently(bytes[pathRange]).map(ASCII.lowercased)
        for segment in path.split(separator: UInt8(ascii: "/")) {
            guard resolvingDots, isDots(segment) else {
                segments.append(segment)
                continue
            }
            if segment.count == 2 { _ = segments.popLast() }
        }
        return lowercasedHost + [UInt8(ascii: "/")] + Array(segments.joined(separator: [UInt8(ascii: "/")]))
    }

    /// Whether this registered URL, whose loose key is a prefix of another key, may be a prefix of that key's URL.
    ///
    /// A registered path that ends in a slash needs one there under every reading: `/store/` is not a prefix of
    /// `/storefront/1`. Without a slash it may end in the middle of a component, which Apple leaves open.
    func mayContinue(_ ownKey: [UInt8], in key: [UInt8]) -> Bool {
        guard key.count > ownKey.count, bytes[pathRange].last == UInt8(ascii: "/"), ownKey.last != UInt8(ascii: "/")
        else { return true }
        return key[ownKey.count] == UInt8(ascii: "/")
    }

    /// The query's parameters as bytes; none without a query or with an empty one.
    package var parameters: [ArraySlice<UInt8>] {
        queryRange.map { bytes[$0].split(separator: UInt8(ascii: "&")) } ?? []
    }

    /// Whether the path is empty or a slash: Apple uses both for one.
    var isBareHost: Bool {
        queryRange == nil && fragmentRange == nil
            && (pathRange.isEmpty || bytes[pathRange].elementsEqual("/".utf8))
    }

    /// What Apple leaves open about this URL whatever is registered.
    package var openQuestion: Ambiguity? {
        if userInfoRange != nil { return .userInfo }
        if portRange != nil { return .port }
        if lowercasedHost != Array(bytes[hostRange]) { return .hostCase }
        if hostIsInternational { return .internationalHost }
        if fragmentRange != nil { return .fragment }
        if let queryRange, queryRange.isEmpty { return .emptyQuery }
        if zip(bytes[pathRange], bytes[pathRange].dropFirst()).contains(where: { $0 == 0x2F && $1 == 0x2F }) {
            return .emptySegment
        }
        return hasDotSegments ? .dotSegment : nil
    }

    /// Whether `other` continues this registered URL in one of the shapes that Apple shows.
    func covers(_ other: InvocationURL) -> Bool {
        guard queryRange == nil, fragmentRange == nil else { return self == other }
        let prefix = isBareHost ? bytes[..<pathRange.lowerBound] : bytes[...]
        guard other.bytes.starts(with: prefix) else { return false }
        guard let next = other.bytes.dropFirst(prefix.count).first else { return true }
        return prefix.last == UInt8(ascii: "/") || next == UInt8(ascii: "/") || next == UInt8(ascii: "?")
    }
}

private func isDots(_ segment: ArraySlice<UInt8>) -> Bool {
    segment.count <= 2 && segment.allSatisfy { $0 == UInt8(ascii: ".") }
}

extension [UInt8] {
    fileprivate func containsLabel(prefix: String) -> Bool {
        split(separator: UInt8(ascii: ".")).contains { $0.starts(with: prefix.utf8) }
    }
}
