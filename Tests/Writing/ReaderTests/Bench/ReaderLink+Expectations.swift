import NFCTags
import ReaderEmulator
import ReaderSupervision
import Testing

extension ReaderLink {
    /// Reads the version of the NTAG213 that is selected on this antenna, writes a page and reads it back.
    func expectToReadAndWrite(_ antenna: Antenna) async throws {
        #expect(try await transceive([0x60], expecting: .data) == [0x00, 0x04, 0x04, 0x02, 0x01, 0x00, 0x0F, 0x03])
        _ = try await transceive([0xA2, 0x05, 0xDE, 0xAD, 0xBE, 0xEF], expecting: .acknowledgement)
        #expect(try await transceive([0x3A, 0x05, 0x05], expecting: .data) == [0xDE, 0xAD, 0xBE, 0xEF])
        #expect(antenna.tag?.memory[5] == [0xDE, 0xAD, 0xBE, 0xEF])
    }
}
