internal import Glibc

extension WebClient {
    /// The proxy that the environment names for `https` requests to a host, which may have a port; nil without one.
    ///
    /// See: man 1 curl, ENVIRONMENT
    package static func proxy(for host: String) -> String? {
        let name = host.prefix { $0 != ":" }.lowercased()
        let without = (variable("no_proxy") ?? variable("NO_PROXY") ?? "").split(separator: ",").map {
            $0.filter { $0 != " " }.lowercased()
        }
        let isLeftOut = without.contains { entry in
            let domain = entry.drop { $0 == "." }
            return entry == "*" || !domain.isEmpty && (name == domain || name.hasSuffix(".\(domain)"))
        }
        guard !isLeftOut else { return nil }
        return ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"].lazy.compactMap { variable($0) }.first
    }

    private static func variable(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
