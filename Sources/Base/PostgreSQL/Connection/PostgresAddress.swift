/// Where a database is, and as whom it is asked.
package struct PostgresAddress: Hashable, Sendable {
    /// One server of the database.
    package struct Host: Hashable, Sendable {
        /// A name, an IP address, or the folder of a Unix socket, which begins with `/`.
        package let name: String
        package let port: Int

        package init(_ name: String, port: Int = 5432) {
            self.name = name
            self.port = port
        }
    }

    /// Whether the servers have to show a certificate of their name (`verify-full`), from this file of authorities.
    package enum Encryption: Hashable, Sendable {
        case verified(authorities: String)
        /// For Unix sockets: there is no network.
        case none
    }

    /// Tried in this order until one of them writes.
    package var hosts: [Host]
    package var database: String
    package var user: String
    /// Nil where the server needs none, or knows the peer by its account or certificate.
    package var password: String?
    package var encryption: Encryption
    /// Whether a server that only reads will do.
    package var mayOnlyRead = false
    /// Seconds that each host has to let the connection in, at least 2.
    package var connectSeconds = 5
    /// Milliseconds after which sent bytes that no machine acknowledges end a connection.
    package var unacknowledgedMilliseconds = 10_000

    package init(
        hosts: [Host], database: String, user: String, password: String? = nil, encryption: Encryption
    ) {
        self.hosts = hosts
        self.database = database
        self.user = user
        self.password = password
        self.encryption = encryption
    }

    /// As libpq takes it; a value may hold anything, for it is not parsed.
    var keywords: [(String, String)] {
        var keywords = [
            ("host", hosts.map(\.name).joined(separator: ",")),
            ("port", hosts.map { String($0.port) }.joined(separator: ",")),
            ("dbname", database), ("user", user), ("client_encoding", "UTF8"), ("application_name", "waymark"),
            ("target_session_attrs", mayOnlyRead ? "any" : "read-write"),
            ("connect_timeout", String(connectSeconds)), ("tcp_user_timeout", String(unacknowledgedMilliseconds)),
            // A server that is gone while it is waited for is noticed by these.
            ("keepalives_idle", "5"), ("keepalives_interval", "2"), ("keepalives_count", "3"),
            ("gssencmode", "disable"),
        ]
        if let password { keywords.append(("password", password)) }
        switch encryption {
        case .verified(let authorities): keywords += [("sslmode", "verify-full"), ("sslrootcert", authorities)]
        case .none: keywords.append(("sslmode", "disable"))
        }
        return keywords
    }
}
