import Foundation
import Testing

@testable import ReaderEmulator

/// The files from which the preload library makes a USB.
@Suite struct `A USB testbed` {
    let testbed: USBTestbed

    init() throws { testbed = try USBTestbed() }

    func text(_ name: String) throws -> String {
        try String(contentsOfFile: "\(testbed.path)/\(name)", encoding: .utf8)
    }

    @Test(arguments: [
        (USBReaderModel.acr122u, 111, "2F 07 00 22", "5D 00"), (.pn533, 50, "E6 04 91 55", "20 00"),
    ])
    func `has a node with the descriptors of its reader`(
        model: USBReaderModel, size: Int, ids: String, length: String
    ) throws {
        let reader = try EmulatedUSBReader(model, on: testbed)
        defer { reader.stop() }
        let node = try Data(contentsOf: URL(filePath: "\(testbed.path)/dev/bus/usb/001/002"))
        #expect(node.count == size)
        #expect(Array(node[8..<12]) == hex(ids))
        #expect(Array(node[20..<22]) == hex(length))
        // Every descriptor says its own length; the last one ends with the file.
        var place = 0
        while place < node.count { place += max(Int(node[place]), 1) }
        #expect(place == size)
    }

    @Test func `tells in sysfs which reader is at which port`() throws {
        let reader = try EmulatedUSBReader(.acr122u, on: testbed, port: "2-1.4.3")
        defer { reader.stop() }
        #expect(reader.connectionString == "acr122_usb:002:002")
        let place = "sys/bus/usb/devices/2-1.4.3"
        #expect(try text("\(place)/idVendor") == "072f\n")
        #expect(try text("\(place)/idProduct") == "2200\n")
        #expect(try text("\(place)/busnum") == "2\n")
        #expect(try text("\(place)/devnum") == "2\n")
        #expect(try text("\(place)/devpath") == "1.4.3\n")
        #expect(try text("\(place)/uevent").contains("DEVNAME=bus/usb/002/002\nDEVTYPE=usb_device\n"))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: "\(testbed.path)/\(place)/subsystem") == ["devices"])
    }

    @Test func `forgets an unplugged reader and gives it another number when it comes back`() throws {
        let reader = try EmulatedUSBReader(.pn533, on: testbed, port: "1-1")
        defer { reader.stop() }
        reader.unplug()
        #expect(reader.connectionString == nil)
        for folder in ["sys/bus/usb/devices", "dev/bus/usb/001"] {
            #expect(try FileManager.default.contentsOfDirectory(atPath: "\(testbed.path)/\(folder)") == [])
        }
        try reader.plug(into: "1-2")
        #expect(reader.connectionString == "pn53x_usb:001:003")
        #expect(reader.port == "1-2")
    }

    @Test func `goes away with everything in it`() throws {
        var testbed: USBTestbed? = try USBTestbed()
        let path = try #require(testbed?.path)
        var reader: EmulatedUSBReader? = try EmulatedUSBReader(.pn533, on: try #require(testbed))
        #expect(reader?.connectionString != nil)
        reader = nil
        testbed = nil
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test(arguments: ["", "1", "1-", "-1", "1-0", "1-1.", "a-1", "1-1-1", "0-1", "1-1.128"])
    func `has no such ports`(name: String) {
        let error = #expect(throws: EmulatorError.self) { try USBPort(name) }
        #expect(error?.code == .port)
    }

    @Test func `cannot be in a folder with a long name`() {
        let error = #expect(throws: EmulatorError.self) {
            try USBTestbed(folder: "/tmp/" + String(repeating: "a", count: 76))
        }
        #expect(error?.code == .testbed)
    }

    @Test func `tells udev's listeners in udev's words`() {
        let message = UdevMessage.bytes([("ACTION", "add")], subsystem: "usb", deviceType: "usb_device")
        #expect(message.starts(with: Array("libudev\0".utf8) + hex("FE ED CA FE 28 00 00 00 28 00 00 00 0B 00 00 00")))
        #expect(message.suffix(11).elementsEqual("ACTION=add\0".utf8))
        #expect(message.count == 51)
    }
}
