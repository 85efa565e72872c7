import Glibc
import Synchronization

/// A USB that does not exist: the files and sockets from which umockdev's preload library makes `/dev/bus/usb`, `/sys`
/// and udev's events for the programs that run with `environment`.
///
///     let testbed = try USBTestbed()
///     let reader = try EmulatedUSBReader(.acr122u, on: testbed, port: "1-1.3")
///     // run a program with testbed.environment; it opens reader.connectionString
///     reader.stop()
///
/// It must outlive the programs: the preload library ends those whose testbed is gone.
public final class USBTestbed: Sendable {
    /// The preload library, where the system's linker finds it. Debian: package umockdev.
    public static let library = "libumockdev-preload.so.0"

    /// Whether the preload library is on this machine.
    public static var isLibraryInstalled: Bool {
        let folders = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib"]
        return folders.contains { unsafe access("\($0)/\(library)", R_OK) == 0 }
    }

    /// The testbed's folder.
    public var path: String { folder.path }

    let folder: TestbedFolder
    private let ownsFolder: Bool
    private let elsewhere: NodeServer?
    private let numbers = Mutex(EventNumber())

    private struct EventNumber {
        var last = 0
    }

    /// The library adds up to 27 bytes to the folder's path and cuts the sum off at 107.
    private static let longestPath = 80

    /// Makes a testbed in a folder that is there, or in a new one that goes away with it. Several programs may share a
    /// folder.
    public init(folder path: String? = nil) throws(EmulatorError) {
        folder = TestbedFolder(path: try Self.freshFolder(unless: path))
        ownsFolder = path == nil
        guard folder.path.utf8.count <= Self.longestPath else {
            throw EmulatorError(
                code: .testbed, message: "cannot use \(folder.path)", reason: "the path is too long",
                next: "choose one of at most \(Self.longestPath) bytes")
        }
        for name in [
            "dev/.node", "dev/bus/usb", "ioctl/dev/bus/usb", "sys/bus/usb/devices", "sys/devices", "run/udev/data",
        ] {
            try folder.makeFolder(name)
        }
        do throws(EmulatorError) {
            elsewhere = try NodeServer(path: folder["ioctl/_default"]) { UnconcernedFile() }
        } catch {
            // Another program has made this testbed and serves it.
            guard error.reason == ListeningSocket.takenReason else { throw error }
            elsewhere = nil
        }
    }

    deinit {
        elsewhere?.stop()
        if ownsFolder { folder.remove() }
    }

    /// What a program must have in its environment to live in this testbed.
    public var environment: [String: String] { ["UMOCKDEV_DIR": path, "LD_PRELOAD": Self.library] }

    /// The next free number on a bus. A number is not given out again, for what it was may still be open somewhere.
    func takeNumber(bus: Int) throws(EmulatorError) -> Int {
        for number in 2...127 {
            let name = "dev/.node/bus_usb_\(Self.threeDigits(bus))_\(Self.threeDigits(number))"
            if unsafe symlink("189:\((bus - 1) * 128 + number - 1)", folder[name]) == 0 { return number }
        }
        throw EmulatorError(
            code: .testbed, message: "cannot plug in a reader", reason: "bus \(bus) has no number left",
            next: "use another bus or another folder")
    }

    /// Sends an event to every program of the testbed that listens to udev.
    func announce(_ action: String, _ device: SystemDevice) {
        let first = numbers.withLock { numbers in
            defer { numbers.last += device.eventsOfOneAction }
            return numbers.last + 1
        }
        for message in device.events(action, from: first) {
            for name in folder.names(in: ".") where name.hasPrefix("event") {
                UdevMessage.send(message, to: folder[name])
            }
        }
    }

    static func threeDigits(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(3 - digits.count, 0)) + digits
    }

    private static func freshFolder(unless path: String?) throws(EmulatorError) -> String {
        if let path {
            try TestbedFolder.make(path)
            return path
        }
        var template = Array("/tmp/usb-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else {
            throw .system(.testbed, "cannot make a folder in /tmp", next: "make room there")
        }
        return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
