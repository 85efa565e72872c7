internal import Cryptography
internal import Faults
internal import Glibc
package import HTTPServer
internal import Registry
package import StationService
internal import UnixSystem

/// What the configuration says about who may do what, and where.
package struct Access: Sendable {
    package let rules: AccessRules
    /// The API's socket, where systemd does not pass one.
    package let socket: WebServer.Endpoint
    /// TCP addresses.
    package let addresses: [WebServer.Endpoint]
    package let web: WebRules
    /// Where phones open the page of walks; nil where the configuration names no public origin.
    package let walkPage: String?
    /// SHA-256 of the certificate; nil without TLS.
    package let fingerprint: String?
    /// The groups of those who use the station. What the daemon keeps secret is secret from them, too.
    package let people: Set<UInt32>

    /// The user that `waymark watch` runs as. Its unit puts it into the daemon's group, which opens the socket.
    private static let watcher = "waymark-watch"

    /// Root and the daemon's own user administer, and the watch's user only reads. Where no group is configured, so does the daemon's own group, to
    /// which the socket belongs.
    package init(_ configuration: ListeningPlan) throws {
        let groups = configuration.access
        let isConfigured = groups.values.contains { !$0.isEmpty }
        let numbers = isConfigured ? try groups.mapValues(Self.numbers) : [.administer: [getegid()]]
        let watchers = [Accounts.userNumber(named: Self.watcher)].compactMap(\.self)
        rules = AccessRules(groups: numbers, administrators: [0, geteuid()], watchers: Set(watchers))
        people = numbers.values.reduce(into: [getegid()]) { $0.formUnion($1) }
        let certificate = try Self.certificate(configuration, hiddenFrom: people)
        fingerprint = try certificate.map { try CertificatePair.fingerprint(of: Array($0.chain.utf8)) }
        // Where groups are configured, the daemon decides by them, and not the file's mode.
        socket = .unixSocket(path: configuration.socket, mode: isConfigured ? 0o666 : 0o660)
        addresses = try configuration.listen.map { listen in
            guard listen.isLoopback || certificate != nil else {
                throw ConfigurationError(
                    message: "the daemon does not listen at \(listen.address)",
                    reason: "others could read what is sent there: only the loopback goes without TLS",
                    next: "give a certificate and its key: --certificate FILE --certificate-key FILE")
            }
            return .tcp(address: listen.address, port: listen.port, tls: certificate)
        }
        let names = configuration.listen.map { $0.address.contains(":") ? "[\($0.address)]" : $0.address }
        if let origin = configuration.origins.first, !configuration.listen.contains(where: \.isLoopback) {
            throw ConfigurationError(
                message: "nothing is reached under \(origin.text)",
                reason: "a reverse proxy speaks to the daemon over the loopback, and the daemon does not listen there",
                next: "listen there, too: --listen 127.0.0.1:7373, or \"listen\" in the configuration")
        }
        web = WebRules(names: configuration.hosts + names, origins: configuration.origins)
        walkPage = configuration.origins.first?.walkPage
    }

    private static func numbers(_ names: [String]) throws -> Set<UInt32> {
        Set(
            try names.map { name in
                guard let number = Accounts.groupNumber(named: name) else {
                    throw ConfigurationError(
                        message: "the group \(name) has no role", reason: "this system has no group of this name",
                        next: "make it (sudo addgroup \(name)), or name another")
                }
                return number
            })
    }

    private static func certificate(
        _ configuration: ListeningPlan, hiddenFrom people: Set<UInt32>
    ) throws -> WebServer.Certificate? {
        switch (configuration.certificate, configuration.certificateKey) {
        case (nil, nil): return nil
        case (let chain?, let key?):
            return WebServer.Certificate(
                chain: String(decoding: try File.read(chain, limit: 1 << 20), as: UTF8.self),
                key: try SecretFile.read(key, limit: 1 << 20, hiddenFrom: people) {
                    String(decoding: $0, as: UTF8.self)
                })
        default:
            throw ConfigurationError(
                message: "the certificate is not used", reason: "a certificate and its key belong together",
                next: "give both: --certificate FILE --certificate-key FILE")
        }
    }
}
