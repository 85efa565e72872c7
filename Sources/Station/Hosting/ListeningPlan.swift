package import Registry
package import StationService

/// Where a daemon listens, and who may do what there.
package struct ListeningPlan: Sendable {
    /// The API's socket.
    package var socket: String
    /// The groups of each role on the socket; without any, the daemon's own group administers.
    package var access: [Role: [String]]
    /// TCP addresses of the API and the console.
    package var listen: [ListenAddress]
    /// Names that browsers may know this daemon by, beside those addresses.
    package var hosts: [String]
    /// Where browsers find it through a reverse proxy on this computer.
    package var origins: [PublicOrigin]
    /// PEM files. With them TCP is encrypted; without, only the loopback is served.
    package var certificate: String?
    package var certificateKey: String?

    package init(
        socket: String, access: [Role: [String]] = [:], listen: [ListenAddress] = [], hosts: [String] = [],
        origins: [PublicOrigin] = [], certificate: String? = nil, certificateKey: String? = nil
    ) {
        self.socket = socket
        self.access = access
        self.listen = listen
        self.hosts = hosts
        self.origins = origins
        self.certificate = certificate
        self.certificateKey = certificateKey
    }
}
