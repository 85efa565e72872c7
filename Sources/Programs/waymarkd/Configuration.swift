import Faults
import Foundation
import Geodesy
import Hosting
import Logging
import ReaderSupervision
import Registry
import StationService
import UnixSystem

/// `/etc/waymark/waymarkd.json`. Every key may be left out; the command line has an option for each.
struct Configuration: Decodable, Equatable {
    var socket = "/run/waymark/waymarkd.sock"
    var readersSocket = "/run/waymark/readers.sock"
    var registry = "/var/lib/waymark/registry.sqlite"
    /// The station's name in the journal; the host's name unless given.
    var station: String?
    /// Where the station is: tags for a store elsewhere are refused unless they are to be shipped.
    var position: Coordinate?
    /// The path of `waymark-reader`; beside `waymarkd` unless given.
    var worker: String?
    /// Which USB readers serve.
    var usbReaders = USBReaders.join
    /// Who starts the workers of USB readers.
    var usbWorkers = USBWorkers.start
    /// Files and folders of keys for tag passwords, the current key first.
    var tagKeys: [String] = []
    /// Whether chips are written of kinds that no one has written yet.
    var untriedChips = false
    var logLevel = Logger.Level.info
    /// After how many days sightings and confirmations are erased; verdicts and findings stay.
    var keepSightings = 400
    /// Whether the operator vouches for the machine's clock where no time service does.
    var trustClock = false
    static let keepSightingsLimits = 1...36_500
    /// MiB that an audit may take for what it judges at once; half of what is free unless given.
    var auditMemory: Int?
    static let auditMemoryLimits = 1...(1 << 30)
    /// The groups of each role on the API's socket; without any, the daemon's own group administers.
    var access: [Role: [String]] = [:]
    /// TCP addresses of the API and the console; none unless given.
    var listen: [ListenAddress] = []
    /// Names that browsers may know this station by, beside those addresses.
    var hosts: [String] = []
    /// Where browsers find this station through a reverse proxy on its computer.
    var origins: [PublicOrigin] = []
    /// PEM files. With them TCP is encrypted; without, only the loopback is served.
    var certificate: String?
    var certificateKey: String?

    enum USBReaders: String, CaseIterable, Decodable {
        /// Every one that is plugged in; one that was not added gets a free name.
        case join
        /// Those that were added.
        case added
    }

    static let usualPath = "/etc/waymark/waymarkd.json"

    init() {}

    init(from decoder: any Decoder) throws {
        let usual = Configuration()
        let container = try decoder.onlyMembers(CodingKeys.self)
        socket = try container.decodeIfPresent(String.self, forKey: .socket) ?? usual.socket
        readersSocket = try container.decodeIfPresent(String.self, forKey: .readersSocket) ?? usual.readersSocket
        registry = try container.decodeIfPresent(String.self, forKey: .registry) ?? usual.registry
        station = try container.decodeIfPresent(String.self, forKey: .station)
        position = try container.decodeIfPresent(HandWritten<Coordinate>.self, forKey: .position)?.value
        worker = try container.decodeIfPresent(String.self, forKey: .worker)
        usbReaders = try Self.usbReaders(container) ?? usual.usbReaders
        usbWorkers =
            try Self.choice(.usbWorkers, in: container, USBWorkers.allCases.map(\.rawValue))
            .flatMap(USBWorkers.init) ?? usual.usbWorkers
        tagKeys = try container.decodeIfPresent([String].self, forKey: .tagKeys) ?? usual.tagKeys
        untriedChips = try container.decodeIfPresent(Bool.self, forKey: .untriedChips) ?? usual.untriedChips
        logLevel = try Self.logLevel(container) ?? usual.logLevel
        keepSightings = try container.decodeIfPresent(Int.self, forKey: .keepSightings) ?? usual.keepSightings
        auditMemory = try container.decodeIfPresent(Int.self, forKey: .auditMemory)
        access = try Self.access(container)
        listen = try Self.listen(container)
        hosts = try container.decodeIfPresent([String].self, forKey: .hosts) ?? usual.hosts
        origins = try Self.origins(container)
        certificate = try container.decodeIfPresent(String.self, forKey: .certificate)
        certificateKey = try container.decodeIfPresent(String.self, forKey: .certificateKey)
        trustClock = try container.decodeIfPresent(Bool.self, forKey: .trustClock) ?? usual.trustClock
        guard Self.keepSightingsLimits.contains(keepSightings) else {
            throw DecodingError.dataCorruptedError(
                forKey: .keepSightings, in: container,
                debugDescription: "\(keepSightings) is not a number of days from 1 to 36500")
        }
        if let auditMemory, !Self.auditMemoryLimits.contains(auditMemory) {
            throw DecodingError.dataCorruptedError(
                forKey: .auditMemory, in: container,
                debugDescription: "\(auditMemory) is not a number of MiB from 1 to \(Self.auditMemoryLimits.upperBound)"
            )
        }
    }

    private static func logLevel(_ container: KeyedDecodingContainer<CodingKeys>) throws -> Logger.Level? {
        try choice(.logLevel, in: container, Logger.Level.allCases.map(\.rawValue)).flatMap(Logger.Level.init)
    }

    private static func usbReaders(_ container: KeyedDecodingContainer<CodingKeys>) throws -> USBReaders? {
        try choice(.usbReaders, in: container, USBReaders.allCases.map(\.rawValue)).flatMap(USBReaders.init)
    }

    private static func access(_ container: KeyedDecodingContainer<CodingKeys>) throws -> [Role: [String]] {
        let groups = try container.decodeIfPresent([String: [String]].self, forKey: .access) ?? [:]
        return Dictionary(
            uniqueKeysWithValues: try groups.map { name, groups in
                guard let role = Role(rawValue: name), Role.granted.contains(role) else {
                    throw DecodingError.dataCorruptedError(
                        forKey: .access, in: container,
                        debugDescription: "\"\(name)\" is none of: "
                            + Role.granted.map(\.rawValue).joined(separator: ", "))
                }
                return (role, groups)
            })
    }

    private static func listen(_ container: KeyedDecodingContainer<CodingKeys>) throws -> [ListenAddress] {
        try (container.decodeIfPresent([String].self, forKey: .listen) ?? []).map { text in
            guard let address = ListenAddress(text) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .listen, in: container,
                    debugDescription: "\"\(text)\" is not \(ListenAddress.expecting)")
            }
            return address
        }
    }

    private static func origins(_ container: KeyedDecodingContainer<CodingKeys>) throws -> [PublicOrigin] {
        try (container.decodeIfPresent([String].self, forKey: .origins) ?? []).map { text in
            guard let origin = PublicOrigin(text) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .origins, in: container,
                    debugDescription: "\"\(text)\" is not \(PublicOrigin.expecting)")
            }
            return origin
        }
    }

    private static func choice(
        _ key: CodingKeys, in container: KeyedDecodingContainer<CodingKeys>, _ choices: [String]
    ) throws -> String? {
        guard let text = try container.decodeIfPresent(String.self, forKey: key) else { return nil }
        guard choices.contains(text) else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: container,
                debugDescription: "\"\(text)\" is none of: \(choices.joined(separator: ", "))")
        }
        return text
    }

    enum CodingKeys: String, CodingKey, CaseIterable {
        case socket
        case readersSocket
        case registry
        case station
        case position
        case worker
        case usbReaders
        case usbWorkers
        case tagKeys
        case untriedChips
        case logLevel
        case keepSightings
        case auditMemory
        case access
        case listen
        case hosts
        case origins
        case certificate
        case certificateKey
        case trustClock
    }

    /// Reads the configuration. Only a file that was named must be there.
    static func load(named path: String?) throws -> Configuration {
        let file = path ?? usualPath
        do {
            let bytes = try File.read(file, limit: 1 << 20)
            do {
                return try JSONDecoder().decode(Configuration.self, from: Data(bytes))
            } catch let error as DecodingError {
                throw refusal(of: file, error.explanation(in: bytes))
            }
        } catch let error as SystemError where error.code == .notFound && path == nil {
            return Configuration()
        } catch let error as GeodesyError {
            throw refusal(of: file, "position: \(error.reason)")
        }
    }

    private static func refusal(of file: String, _ reason: String) -> ConfigurationError {
        ConfigurationError(
            message: "the configuration \(file) is refused", reason: reason,
            next: "correct the file and start waymarkd again")
    }
}

extension Configuration {
    var listening: ListeningPlan {
        ListeningPlan(
            socket: socket, access: access, listen: listen, hosts: hosts, origins: origins,
            certificate: certificate, certificateKey: certificateKey)
    }
}
