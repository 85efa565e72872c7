public import ReaderProtocol

/// What was seen of a machine, as far as it concerns a station. Whatever could not be seen is nil.
public struct MachinePicture: Sendable {
    public var readers: [PluggedReader] = []
    public var serialPorts: [SerialPortPicture] = []
    public var udev = UdevPicture()
    public var modules = ModulesPicture()
    public var accounts = AccountsPicture()
    public var daemon = DaemonPicture.notAsked
    public var programs = ProgramsPicture()
    public var files = FilesPicture()
    public var clock = ClockPicture()
    public var gps = GPSPicture.notInstalled
    public var printing = PrintingPicture.notInstalled
    /// Scripts in which no installed font can draw, such as "Japanese"; nil when that was not tried.
    public var scriptsWithoutFont: [String]?

    public init() {}
}

/// A device file and who may use it.
public struct NodePicture: Sendable, Equatable {
    public let path: String
    public let owner: String
    public let group: String
    /// The permission bits.
    public let mode: UInt32

    public init(path: String, owner: String, group: String, mode: UInt32) {
        self.path = path
        self.owner = owner
        self.group = group
        self.mode = mode
    }

    /// Whether the group may read and write.
    var isOpenToGroup: Bool { mode & 0o060 == 0o060 }

    /// `crw-rw---- root plugdev`, as `ls -l` shows it.
    var text: String {
        let letters = Array("rwxrwxrwx")
        let bits = letters.indices.map { mode >> UInt32(8 - $0) & 1 == 1 ? letters[$0] : "-" }
        return "c" + String(bits) + " \(owner) \(group)"
    }
}

/// A program that has a device open.
public struct HolderPicture: Sendable, Equatable {
    public let process: Int32
    public let program: String

    public init(process: Int32, program: String) {
        self.process = process
        self.program = program
    }
}

/// A device on USB that is a reader, or looks like one.
public struct PluggedReader: Sendable {
    public let port: String
    public let kind: USBReader
    /// Whether it says of itself that it is a smart card reader (interface class 0B).
    public var isCardReader = false
    public var node: NodePicture?
    /// The drivers of the kernel that have claimed its interfaces.
    public var kernelDrivers: [String] = []
    public var holders: [HolderPicture] = []
    /// Whether udev knows it by our rule; nil when udev's database does not have it.
    public var isKnownToRule: Bool?

    public init(port: String, kind: USBReader) {
        self.port = port
        self.kind = kind
    }
}

/// A serial port.
public struct SerialPortPicture: Sendable {
    /// `/dev/ttyUSB0`.
    public let path: String
    /// The USB port of its bridge, if it is one.
    public let usbPort: String?
    public var node: NodePicture?
    public var holders: [HolderPicture] = []
    /// Whether an operator's rule has named it a reader, and whether ModemManager is set to ignore it; nil when udev's
    /// database does not have it.
    public var isNamedReader: Bool?
    public var isIgnoredByModemManager: Bool?

    public init(path: String, usbPort: String?) {
        self.path = path
        self.usbPort = usbPort
    }
}

public struct UdevPicture: Sendable {
    public var isRunning = true
    /// Those of our rule files that are missing.
    public var missingRules: [String] = []

    public init() {}
}

public struct ModulesPicture: Sendable {
    public var loaded: Set<String> = []
    /// Those that are blacklisted for modprobe.
    public var blacklisted: Set<String> = []

    public init() {}
}

public struct AccountsPicture: Sendable {
    /// Users and groups of the package that do not exist.
    public var missing: [String] = []
    /// The user who asks.
    public var user = "root"
    /// Whether this user sees every process.
    public var seesEverything = true

    public init() {}
}
