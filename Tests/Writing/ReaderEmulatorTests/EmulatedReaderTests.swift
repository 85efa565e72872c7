import Foundation
import Testing

@testable import ReaderEmulator

@Suite struct `An emulated reader` {
    /// Opens the port as a host does.
    func open(_ reader: EmulatedReader) throws -> Int32 {
        let descriptor = Glibc.open(try #require(reader.path), O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
        try #require(descriptor >= 0)
        return descriptor
    }

    /// Reads until as many bytes have come as are expected, or the line is hung up.
    func receive(_ count: Int, from descriptor: Int32) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count < count {
            waitForInput(on: [descriptor])
            guard let more = readAvailable(from: descriptor) else { return nil }
            bytes += more
        }
        return bytes
    }

    let wakeUpAndFirmware = hex("55 55 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 FF 02 FE D4 02 2A 00")
    let firmware = hex("00 00 FF 00 FF 00 00 00 FF 06 FA D5 03 32 01 06 07 E8 00")

    @Test func `answers on its port, to one host after another`() throws {
        let reader = try EmulatedReader()
        defer { reader.stop() }
        #expect(reader.connectionString == "pn532_uart:\(try #require(reader.path))")
        for _ in 1...3 {
            let host = try open(reader)
            writeAvailable(wakeUpAndFirmware, to: host)
            #expect(receive(firmware.count, from: host) == firmware)
            close(host)
        }
    }

    @Test func `lets a waiting host know when a tag comes`() throws {
        let reader = try EmulatedReader()
        defer { reader.stop() }
        let host = try open(reader)
        defer { close(host) }
        writeAvailable(hex("55 55 00 00 00 00 FF 04 FC D4 4A 01 00 E1 00"), to: host)
        #expect(receive(6, from: host) == hex("00 00 FF 00 FF 00"))
        reader.antenna.insert(Type2Tag(.ntag213, uid: serial))
        let found = hex("00 00 FF 0F F1 D5 4B 01 01 00 44 00 07 04 A1 B2 C3 D4 E5 80 40 00")
        #expect(receive(found.count, from: host) == found)
    }

    @Test func `hangs up when it is unplugged, and is a fresh port when it is plugged in`() throws {
        let reader = try EmulatedReader()
        defer { reader.stop() }
        reader.antenna.insert(Type2Tag(.ntag213, uid: serial))
        let host = try open(reader)
        reader.unplug()
        #expect(receive(1, from: host) == nil)
        #expect(reader.connectionString == nil)
        #expect(!reader.antenna.isFieldOn)
        close(host)
        try reader.plug()
        let next = try open(reader)
        defer { close(next) }
        writeAvailable(wakeUpAndFirmware, to: next)
        #expect(receive(firmware.count, from: next) == firmware)
        #expect(reader.antenna.isTagInField)
    }

    @Test func `is led to by a link that follows it`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let link = folder.appending(path: "reader").path
        let reader = try EmulatedReader(link: link)
        #expect(reader.connectionString == "pn532_uart:\(link)")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == reader.path)
        reader.unplug()
        #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: link)) == nil)
        try reader.plug()
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == reader.path)
        reader.stop()
        #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: link)) == nil)
    }

    @Test func `does not replace a file with its link`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try Data().write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let error = #expect(throws: EmulatorError.self) { try EmulatedReader(link: file.path) }
        #expect(error?.code == .link)
        #expect(error?.description == "cannot make the link \(file.path): there is a file of that name")
    }

    @Test func `closes its port when it is let go`() throws {
        var reader: EmulatedReader? = try EmulatedReader()
        let host = try open(try #require(reader))
        defer { close(host) }
        reader = nil
        #expect(receive(1, from: host) == nil)
    }
}
