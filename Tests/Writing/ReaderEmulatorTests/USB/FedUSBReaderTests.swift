import Testing

@testable import ReaderEmulator

/// A feed puts the next tag down in the middle of a transfer: the reader must not wait for itself.
@Suite(.timeLimit(.minutes(2))) struct `A reader on USB that is fed` {
    @Test(arguments: USBReaderModel.forLibnfc)
    func `goes on when a tag is put down while it works`(model: USBReaderModel) throws {
        let testbed = try USBTestbed()
        let reader = try EmulatedUSBReader(model, on: testbed)
        defer { reader.stop() }
        let device = try #require(reader.device)
        let console = EmulatorConsole(reader: reader) { _ in }
        #expect(console.carryOut("feed 2 ntag213")?.line == "ok feeding 2 ntag213")

        /// The chip's answer, without D5, in whatever frames.
        func say(_ command: String) -> [UInt8] {
            let data = hex("D4") + hex(command)
            switch model {
            case .pn533: device.receive(HostFrame.information(data).bytes, over: 0x04)
            default:
                let body = hex("FF 00 00 00") + [UInt8(data.count)] + data
                device.receive([0x6F, UInt8(body.count), 0, 0, 0, 0, 0, 0, 0, 0] + body, over: 0x02)
            }
            var last: [UInt8] = []
            while let transfer = device.nextTransfer(over: 0x82) { last = transfer }
            return last
        }

        _ = say("32 05 00 01 02")
        for number in 1...2 as ClosedRange<UInt8> {
            var uids: [Bool] = []
            // Two looks after the write, one that finds the antenna empty, whereupon the next tag comes.
            for step in ["4A 01 00", "40 01 A2 04 01 02 03 04", "4A 01 00", "4A 01 00", "4A 01 00"] {
                uids.append(say(step).contains([0x04, 0x57, 0x4D, 0x00, 0x00, number, 0x80]))
            }
            #expect(uids.filter { $0 }.count == 3, "tag \(number)")
        }
        #expect(console.carryOut("fed")?.line.hasPrefix("ok 2 of 2") == true)
    }
}
