import Faults
import Foundation
import Hosting
import Logging
import PostgreSQL
import Registry
import StationService
import UnixSystem

/// `/etc/waymark/hub.json`. Every key but `database` may be left out.
struct HubConfiguration: Decodable {
    /// Where the database is. Passwords are in files of their own.
    struct Database: Decodable {
        /// `HOST`, `HOST:PORT`, or the folder of a Unix socket: asked in this order for one that writes.
        let hosts: [String]
        /// The same of its replicas, where audits read evidence; the database itself unless given.
        let auditHosts: [String]?
        let name: String
        let user: String
        /// A file, or the name of a credential of the unit; nil where the server knows the account.
        let password: String?
        /// A PEM file of the authorities that vouch for the servers; needed but for Unix sockets.
        let authorities: String?
    }

    let database: Database
    let socket: String
    /// A folder of the daemon's own: sheets that are made, uploads, the key for devices.
    let folder: String
    /// The hub's name in the journal; the host's name unless given.
    let name: String?
    let access: [Role: [String]]
    let listen: [ListenAddress]
    let hosts: [String]
    /// Where browsers and stations find the hub through a reverse proxy on its computer.
    let origins: [PublicOrigin]
    let certificate: String?
    let certificateKey: String?
    /// After how many days sightings and confirmations are erased.
    let keepSightings: Int
    /// MiB that an audit may take for what it judges at once: half of what is free unless given.
    let auditMemory: UInt64?
    let logLevel: Logger.Level

    static let usualPath = "/etc/waymark/hub.json"

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case database, socket, folder, name, access, listen, hosts, origins, certificate, certificateKey,
            keepSightings, auditMemory
        case logLevel
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.onlyMembers(CodingKeys.self)
        database = try members.decode(HandWritten<Database>.self, forKey: .database).value
        socket = try members.decodeIfPresent(String.self, forKey: .socket) ?? "/run/waymark-hub/hub.sock"
        folder = try members.decodeIfPresent(String.self, forKey: .folder) ?? "/var/lib/waymark-hub"
        name = try members.decodeIfPresent(String.self, forKey: .name)
        access = try Self.access(members)
        listen = try (members.decodeIfPresent([String].self, forKey: .listen) ?? []).map { text in
            guard let address = ListenAddress(text) else {
                throw Self.refusal("\"\(text)\" is not \(ListenAddress.expecting)")
            }
            return address
        }
        hosts = try members.decodeIfPresent([String].self, forKey: .hosts) ?? []
        origins = try (members.decodeIfPresent([String].self, forKey: .origins) ?? []).map { text in
            guard let origin = PublicOrigin(text) else {
                throw Self.refusal("origins: \"\(text)\" is not \(PublicOrigin.expecting)")
            }
            return origin
        }
        certificate = try members.decodeIfPresent(String.self, forKey: .certificate)
        certificateKey = try members.decodeIfPresent(String.self, forKey: .certificateKey)
        keepSightings = try members.decodeIfPresent(Int.self, forKey: .keepSightings) ?? 400
        guard (1...36_500).contains(keepSightings) else {
            throw Self.refusal("keepSightings: \(keepSightings) is not a number of days from 1 to 36500")
        }
        auditMemory = try members.decodeIfPresent(UInt64.self, forKey: .auditMemory)
        if let auditMemory, !(1...(1 << 30)).contains(auditMemory) {
            throw Self.refusal("auditMemory: \(auditMemory) is not a number of MiB from 1 to 1073741824")
        }
        let level = try members.decodeIfPresent(String.self, forKey: .logLevel) ?? "info"
        guard let known = Logger.Level(rawValue: level) else { throw Self.refusal("logLevel: \"\(level)\" is none") }
        logLevel = known
    }

    private static func access(_ members: KeyedDecodingContainer<CodingKeys>) throws -> [Role: [String]] {
        let groups = try members.decodeIfPresent([String: [String]].self, forKey: .access) ?? [:]
        return Dictionary(
            uniqueKeysWithValues: try groups.map { name, groups in
                guard let role = Role(rawValue: name), Role.granted.contains(role) else {
                    throw refusal(
                        "access: \"\(name)\" is none of: \(Role.granted.map(\.rawValue).joined(separator: ", "))")
                }
                return (role, groups)
            })
    }

    static func load(_ path: String) throws -> HubConfiguration {
        let bytes = try File.read(path, limit: 1 << 20)
        do {
            return try JSONDecoder().decode(HubConfiguration.self, from: Data(bytes))
        } catch let error as DecodingError {
            throw refusal(error.explanation(in: bytes))
        }
    }

    static func refusal(_ reason: String) -> ConfigurationError {
        ConfigurationError(
            message: "the hub's configuration is refused", reason: reason,
            next: "correct the file; docs/hub.md shows the form")
    }

    var listening: ListeningPlan {
        ListeningPlan(
            socket: socket, access: access, listen: listen, hosts: hosts, origins: origins,
            certificate: certificate, certificateKey: certificateKey)
    }
}

extension HubConfiguration.Database {
    func address() throws -> PostgresAddress { try address(hosts) }

    /// Of the replicas that audits ask; nil where they ask the database itself.
    func auditAddress() throws -> PostgresAddress? {
        guard let auditHosts else { return nil }
        var address = try address(auditHosts)
        address.mayOnlyRead = true
        return address
    }

    /// With the password. TLS is left out for Unix sockets alone.
    private func address(_ hosts: [String]) throws -> PostgresAddress {
        guard !hosts.isEmpty else { throw HubConfiguration.refusal("database: there is no host") }
        let places = try hosts.map { text in
            guard !text.hasPrefix("/"), let colon = text.lastIndex(of: ":") else { return PostgresAddress.Host(text) }
            guard let port = UInt16(text[text.index(after: colon)...]) else {
                throw HubConfiguration.refusal("database: \"\(text)\" is not HOST:PORT")
            }
            return PostgresAddress.Host(String(text[..<colon]), port: Int(port))
        }
        let isLocal = places.allSatisfy { $0.name.hasPrefix("/") }
        guard isLocal || authorities != nil else {
            throw HubConfiguration.refusal(
                "database: over a network it needs authorities, a PEM file that vouches for it")
        }
        return PostgresAddress(
            hosts: places, database: name, user: user, password: try secret(),
            encryption: isLocal ? .none : .verified(authorities: authorities ?? ""))
    }

    private func secret() throws -> String? {
        guard let password else { return nil }
        let credentials = ProcessInfo.processInfo.environment["CREDENTIALS_DIRECTORY"]
        let path = password.contains("/") ? password : "\(credentials ?? ".")/\(password)"
        return try SecretFile.read(path, limit: 4_096) { bytes in
            String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
        }
    }
}
