import ArgumentParsing
import Geodesy
import Hosting
import Logging
import ReaderSupervision
import Registry
import StationService

/// What the command line may say; it wins over the configuration file.
enum Options {
    static let configuration = Option.optional(
        "config", .file, help: "the configuration file (default: \(Configuration.usualPath), if it is there)")
    static let socket = Option.optional("socket", .file, help: "where the API listens")
    static let readersSocket = Option.optional("readers-socket", .file, help: "where workers of readers connect")
    static let registry = Option.optional("registry", .file, help: "the registry's SQLite file")
    static let station = Option.optional(
        "station", .text, valueName: "NAME", help: "the station's name in the journal")
    static let position = Option.optional(
        "position",
        Conversion<Coordinate>(
            valueName: "LAT,LON", expecting: "latitude and longitude in degrees, such as 37.323,-122.0322"
        ) { Coordinate($0) }, help: "where the station is")
    static let worker = Option.optional("worker", .file, help: "the program waymark-reader")
    static let usbReaders = Option.optional(
        "usb-readers", .choice(of: Configuration.USBReaders.self),
        help: "which USB readers serve: every one that is plugged in, or those that were added (default: join)")
    static let usbWorkers = Option.optional(
        "usb-workers", .choice(of: USBWorkers.self),
        help: "who starts the workers of USB readers: waymarkd, or systemd by udev's rules (default: start)")
    static let tagKeys = Option.repeated(
        "tag-key", .file,
        help: "a file or folder of keys for tag passwords, the current key first; may be given again (default: the "
            + "systemd credentials tag-key*)")
    static let untriedChips = Option.flag(
        "untried-chips", help: "write Type 5 chips of kinds that no one has written yet: try spare ones first")
    static let logLevel = Option.optional(
        "log-level", .choice(of: Logger.Level.self), help: "how much is logged (default: info)")

    static let keepSightings = Option.optional(
        "keep-sightings", .integer(in: Configuration.keepSightingsLimits), valueName: "DAYS",
        help: "after how many days sightings and confirmations are erased (default: 400)")

    static let auditMemory = Option.optional(
        "audit-memory", .integer(in: Configuration.auditMemoryLimits), valueName: "MIB",
        help:
            "what an audit may take for what it judges at once; more is judged in parts (default: half of what is free)"
    )

    static let trustClock = Option.flag(
        "trust-clock", help: "this machine's clock is right, though no time service keeps it: old sightings may go")

    static let listen = Option.repeated(
        "listen",
        Conversion<ListenAddress>(valueName: "ADDRESS:PORT", expecting: ListenAddress.expecting) { ListenAddress($0) },
        help: "a TCP address of the API and the console; others than the loopback need a certificate (default: none)")
    static let hosts = Option.repeated(
        "host", .text, valueName: "NAME", help: "a name that browsers know this station by; may be given again")
    static let origins = Option.repeated(
        "origin",
        Conversion<PublicOrigin>(valueName: "URL", expecting: PublicOrigin.expecting) { PublicOrigin($0) },
        help: "where browsers find this station through a reverse proxy that speaks to it over the loopback; may be "
            + "given again")
    static let certificate = Option.optional(
        "certificate", .file, help: "a certificate (PEM) for TLS on every address of --listen")
    static let certificateKey = Option.optional("certificate-key", .file, help: "the certificate's key (PEM)")
    static let groups = Role.granted.map { role in
        (
            role,
            Option.repeated(
                "\(role.rawValue)-group", .text, valueName: "GROUP",
                help: "a group whose members have the role \(role.rawValue) on the API's socket"
                    + (role == .administer ? " (default, when no role has a group: the daemon's own)" : ""))
        )
    }

    static let all: [any ParameterKey] =
        [
            configuration, socket, readersSocket, registry, station, position, worker, usbReaders, usbWorkers,
            tagKeys, untriedChips, logLevel, keepSightings, auditMemory, trustClock, listen, hosts, origins,
            certificate, certificateKey,
        ] + groups.map { $0.1 }

    static func apply(_ values: ParsedValues, to configuration: inout Configuration) {
        configuration.socket = values[socket] ?? configuration.socket
        configuration.readersSocket = values[readersSocket] ?? configuration.readersSocket
        configuration.registry = values[registry] ?? configuration.registry
        configuration.station = values[station] ?? configuration.station
        configuration.position = values[position] ?? configuration.position
        configuration.worker = values[worker] ?? configuration.worker
        configuration.usbReaders = values[usbReaders] ?? configuration.usbReaders
        configuration.usbWorkers = values[usbWorkers] ?? configuration.usbWorkers
        if !values[tagKeys].isEmpty { configuration.tagKeys = values[tagKeys] }
        configuration.logLevel = values[logLevel] ?? configuration.logLevel
        if !values[listen].isEmpty { configuration.listen = values[listen] }
        if !values[hosts].isEmpty { configuration.hosts = values[hosts] }
        if !values[origins].isEmpty { configuration.origins = values[origins] }
        configuration.certificate = values[certificate] ?? configuration.certificate
        configuration.certificateKey = values[certificateKey] ?? configuration.certificateKey
        for (role, option) in groups where !values[option].isEmpty { configuration.access[role] = values[option] }
        configuration.trustClock = configuration.trustClock || values[trustClock]
        configuration.untriedChips = configuration.untriedChips || values[untriedChips]
        configuration.keepSightings = values[keepSightings] ?? configuration.keepSightings
        configuration.auditMemory = values[auditMemory] ?? configuration.auditMemory
    }
}
