import Doctor
import Faults
import ReaderProtocol
import Testing

/// A fault put into the picture of a healthy machine, and what must be said of it.
struct PlantedFault: Sendable, CustomTestStringConvertible {
    let name: String
    let code: DiagnosisCode
    /// Part of the command that mends it.
    let mending: String
    let plant: @Sendable (inout MachinePicture) -> Void

    var testDescription: String { name }

    init(
        _ name: String, _ code: DiagnosisCode, mending: String,
        plant: @escaping @Sendable (inout MachinePicture) -> Void
    ) {
        self.name = name
        self.code = code
        self.mending = mending
        self.plant = plant
    }
}

extension MachinePicture {
    /// A station with a reader on USB and one behind a serial bridge, as it should be.
    static let healthy: MachinePicture = {
        var picture = MachinePicture()
        var reader = PluggedReader(port: "1-1.3", kind: USBReader(vendor: 0x072F, product: 0x2200))
        reader.isCardReader = true
        reader.node = NodePicture(path: "/dev/bus/usb/001/004", owner: "root", group: "waymark-reader", mode: 0o660)
        reader.isKnownToRule = true
        reader.holders = [HolderPicture(process: 812, program: "waymark-reader")]
        picture.readers = [reader]
        var bridge = SerialPortPicture(path: "/dev/ttyUSB0", usbPort: "1-1.4")
        bridge.node = NodePicture(path: "/dev/ttyUSB0", owner: "root", group: "waymark-reader", mode: 0o660)
        bridge.isNamedReader = true
        bridge.isIgnoredByModemManager = true
        picture.serialPorts = [bridge]
        picture.modules.blacklisted = ["pn533_usb", "pn533", "nfc"]
        picture.daemon = .with()
        picture.programs.version = "1.2.3"
        picture.programs.workerVersion = "1.2.3"
        picture.files.registry = "/var/lib/waymark/registry.sqlite"
        picture.files.registryNode = NodePicture(
            path: picture.files.registry, owner: "waymark", group: "waymark", mode: 0o600)
        picture.files.folderNode = NodePicture(
            path: "/var/lib/waymark", owner: "waymark", group: "waymark", mode: 0o700)
        picture.files.keys = [
            NodePicture(path: "/etc/credstore/tag-key", owner: "root", group: "root", mode: 0o600),
            NodePicture(path: "/etc/ssl/private/station.key", owner: "root", group: "ssl-cert", mode: 0o640),
        ]
        picture.files.disk = FilesPicture.Disk(free: 20 << 30, total: 100 << 30, isReadOnly: false)
        picture.upstream = UpstreamPicture(hub: "https://hub.example", name: "berlin")
        picture.upstream?.credentials = NodePicture(
            path: "/var/lib/waymark-station/hub.json", owner: "waymark-station", group: "waymark-station", mode: 0o600)
        picture.upstream?.isSyncRunning = true
        picture.upstream?.contact = UpstreamPicture.Contact(seconds: 12, waiting: 2)
        picture.clock.isSynchronised = true
        picture.gps = .fix
        picture.printing = .ready(printers: ["label"])
        picture.scriptsWithoutFont = []
        return picture
    }()

    mutating func changeReader(_ change: (inout PluggedReader) -> Void) { change(&readers[0]) }

    mutating func changePort(_ change: (inout SerialPortPicture) -> Void) { change(&serialPorts[0]) }
}

extension DaemonPicture {
    /// A daemon with the readers of the healthy machine, and others.
    static func with(
        version: String = "1.2.3", brokenAt: UInt64? = nil, registry: RegistryPicture = RegistryPicture(),
        connection: String = "usb:1-1.3",
        failure: ReaderFailure? = nil, bridge: String = "usb:1-1.4",
        bridgeFailure: ReaderFailure? = nil, others: [KnownReader] = []
    ) -> DaemonPicture {
        .answered(
            version: version, journalBrokenAt: brokenAt,
            readers: [
                KnownReader(name: "till", connection: connection, failure: failure),
                KnownReader(name: "bench", connection: bridge, failure: bridgeFailure),
            ] + others, registry: registry)
    }

    static func failure(_ code: String) -> ReaderFailure {
        ReaderFailure(code: code, message: "it does not open", reason: "the worker said so", next: "do as it says")
    }
}
