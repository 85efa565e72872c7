internal import Glibc

extension WebClient {
    /// The proxy that the environment names for `https` requests to a host, which may have a port; nil without one.
    /// Without its user and password: it is for messages.
    ///
    /// See: man 1 curl, ENVIRONMENT
    package static func proxy(for host: String) -> String? { proxy(for: host, by: variable) }

    /// The same by other variables than this process's.
    package static func proxy(for host: String, by variable: (_ name: String) -> String?) -> String? {
        let name = host.prefix { $0 != ":" }.lowercased()
        let without = (variable("no_proxy") ?? variable("NO_PROXY") ?? "").split(separator: ",").map {
            $0.filter { $0 != " " }.lowercased()
        }
        let isLeftOut = without.contains { entry in
            let domain = entry.drop { $0 == "." }
            return entry == "*" || !domain.isEmpty && (name == domain || name.hasSuffix(".\(domain)"))
        }
        guard !isLeftOut else { return nil }
        for name in ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] {
            if let proxy = variable(name) { return place(ofProxy: proxy) }
        }
        return nil
    }

    /// Scheme, host and port alone. A password may hold every character, also the `@` that ends it.
    private static func place(ofProxy proxy: String) -> String {
        let word = proxy.prefix { $0.isLetter || $0.isNumber }
        let hasScheme = proxy[word.endIndex...].hasPrefix("://")
        let rest = hasScheme ? proxy[word.endIndex...].dropFirst(3) : proxy[...]
        let place = rest[(rest.lastIndex(of: "@").map { rest.index(after: $0) } ?? rest.startIndex)...]
        return (hasScheme ? "\(word)://" : "") + String(place.prefix { !"/?#".contains($0) })
    }

    private static func variable(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
