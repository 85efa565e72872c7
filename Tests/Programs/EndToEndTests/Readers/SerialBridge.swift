import Foundation
import ReaderEmulator

/// A CP2102 in a testbed, with a PN532 on it: what the kernel shows of such a bridge, and the terminal of an emulated
/// reader as its serial port.
final class SerialBridge: Sendable {
    let reader: EmulatedReader
    /// The folders of the bridge and of its serial port, from `/sys` on.
    let devicePath: String
    let portPath: String

    /// Plugged in at port 4 of the hub at port 1 of bus 1.
    static let port = "1-1.4"

    init(on testbed: USBTestbed) throws {
        reader = try EmulatedReader()
        let bus = "devices/pci0000:00/0000:00:14.0/usb1"
        devicePath = "\(bus)/1-1/\(Self.port)"
        portPath = "\(devicePath)/\(Self.port):1.0/ttyUSB0/tty/ttyUSB0"
        let interface = "\(devicePath)/\(Self.port):1.0"
        let files = [
            "\(devicePath)/idVendor": "10c4", "\(devicePath)/idProduct": "ea60", "\(devicePath)/busnum": "1",
            "\(devicePath)/devnum": "44", "\(devicePath)/devpath": "1.4",
            "\(devicePath)/uevent": "DEVTYPE=usb_device\nDRIVER=usb\nMAJOR=189\nMINOR=43\nDEVNAME=bus/usb/001/044",
            "\(interface)/uevent": "DEVTYPE=usb_interface\nDRIVER=cp210x", "\(portPath)/dev": "188:0",
            "\(portPath)/uevent": "MAJOR=188\nMINOR=0\nDEVNAME=ttyUSB0",
        ]
        let root = URL(filePath: testbed.path)
        for (name, text) in files {
            let file = root.appending(path: "sys/\(name)")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try "\(text)\n".write(to: file, atomically: false, encoding: .utf8)
        }
        let links = [
            "sys/\(devicePath)/subsystem": "/sys/bus/usb", "sys/\(interface)/subsystem": "/sys/bus/usb",
            "sys/\(interface)/ttyUSB0/subsystem": "/sys/bus/usb-serial", "sys/\(portPath)/subsystem": "/sys/class/tty",
            "sys/bus/usb/devices/\(Self.port)": "../../../\(devicePath)", "dev/ttyUSB0": reader.path ?? "",
        ]
        for folder in ["sys/class/tty", "sys/bus/usb-serial"] {
            try FileManager.default.createDirectory(
                at: root.appending(path: folder), withIntermediateDirectories: true)
        }
        for (name, target) in links {
            try FileManager.default.createSymbolicLink(
                atPath: root.appending(path: name).path,
                withDestinationPath: target.hasPrefix("/sys") ? testbed.path + target : target)
        }
    }
}
