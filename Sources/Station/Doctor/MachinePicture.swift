package import ReaderProtocol

/// What was seen of a machine, as far as it concerns a station. Whatever could not be seen is nil.
package struct MachinePicture: Sendable {
    package var readers: [PluggedReader] = []
    package var serialPorts: [SerialPortPicture] = []
    package var udev = UdevPicture()
    package var modules = ModulesPicture()
    package var accounts = AccountsPicture()
    package var daemon = DaemonPicture.notAsked
    package var programs = ProgramsPicture()
    package var files = FilesPicture()
    /// Nil for a station that is under no hub, or has left it.
    package var upstream: UpstreamPicture?
    /// Whether the daemon has said if there is a hub.
    package var isHubKnown = true
    package var clock = ClockPicture()
    package var gps = GPSPicture.notInstalled
    package var printing = PrintingPicture.notInstalled
    /// Scripts in which no installed font can draw, such as "Japanese"; nil when that was not tried.
    package var scriptsWithoutFont: [String]?

    package init() {}
}

/// A device file and who may use it.
package struct NodePicture: Sendable, Equatable {
    package let path: String
    package let owner: String
    package let group: String
    /// The permission bits.
    package let mode: UInt32

    package init(path: String, owner: String, group: String, mode: UInt32) {
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
package struct HolderPicture: Sendable, Equatable {
    package let process: Int32
    package let program: String

    package init(process: Int32, program: String) {
        self.process = process
        self.program = program
    }
}

/// A device on USB that is a reader, or looks like one.
package struct PluggedReader: Sendable {
    package let port: String
    package let kind: USBReader
    /// Whether it says of itself that it is a smart card reader (interface class 0B).
    package var isCardReader = false
    package var node: NodePicture?
    /// The drivers of the kernel that have claimed its interfaces.
    package var kernelDrivers: [String] = []
    package var holders: [HolderPicture] = []
    /// Whether udev knows it by our rule; nil when udev's database does not have it.
    package var isKnownToRule: Bool?

    package init(port: String, kind: USBReader) {
        self.port = port
        self.kind = kind
    }
}

/// A serial port.
package struct SerialPortPicture: Sendable {
    /// `/dev/ttyUSB0`.
    package let path: String
    /// The USB port of its bridge, if it is one.
    package let usbPort: String?
    package var node: NodePicture?
    package var holders: [HolderPicture] = []
    /// Whether an operator's rule has named it a reader, and whether ModemManager is set to ignore it; nil when udev's
    /// database does not have it.
    package var isNamedReader: Bool?
    package var isIgnoredByModemManager: Bool?

    package init(path: String, usbPort: String?) {
        self.path = path
        self.usbPort = usbPort
    }
}

package struct UdevPicture: Sendable {
    package var isRunning = true
    /// Those of our rule files that are missing.
    package var missingRules: [String] = []

    package init() {}
}

package struct ModulesPicture: Sendable {
    package var loaded: Set<String> = []
    /// Those that are blacklisted for modprobe.
    package var blacklisted: Set<String> = []

    package init() {}
}

package struct AccountsPicture: Sendable {
    /// Users and groups of the package that do not exist.
    package var missing: [String] = []
    /// The user who asks.
    package var user = "root"
    /// Whether this user sees every process.
    package var seesEverything = true

    package init() {}
}
