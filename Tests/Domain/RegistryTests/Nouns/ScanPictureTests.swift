import Registry
import Testing

/// Which files are taken as pictures of scans.
struct ScanPictureTests {
    /// A JPEG file of these segments, one scan, and what follows it.
    private func file(
        _ segments: [[UInt8]] = [], width: Int = 480, height: Int = 300, behind: [UInt8] = [],
        end: [UInt8] = [0xFF, 0xD9]
    ) -> [UInt8] {
        let frame: [UInt8] = [
            8, UInt8(height >> 8), UInt8(height & 0xFF), UInt8(width >> 8), UInt8(width & 0xFF), 1, 1, 0x11, 0,
        ]
        let scan: [UInt8] = [1, 1, 0, 0, 63, 0]
        return [0xFF, 0xD8] + segments.flatMap { $0 } + segment(0xC0, frame) + segment(0xDA, scan)
            + [0x12, 0xFF, 0x00, 0x34, 0xFF, 0xD3, 0x56] + behind + end
    }

    private func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 0xFF)] + content
    }

    private func fault(of bytes: [UInt8]) -> ScanPicture.Fault? {
        do {
            _ = try ScanPicture(jpeg: bytes)
            return nil
        } catch {
            return error
        }
    }

    @Test func `a small picture without metadata is one`() throws {
        let bytes = file([segment(0xE0, Array("JFIF\0".utf8)), segment(0xDB, [0, 1, 2])])
        #expect(try ScanPicture(jpeg: bytes).bytes == bytes)
        // A progressive file has further scans.
        #expect(fault(of: file(behind: segment(0xDA, [1, 1, 0, 0, 63, 0]) + [0x77])) == nil)
    }

    @Test func `metadata is refused wherever it stands`() {
        let exif = segment(0xE1, Array("Exif\0\0MM".utf8))
        #expect(fault(of: file([exif])) == .metadata)
        #expect(fault(of: file(behind: exif)) == .metadata)
        #expect(fault(of: file([segment(0xFE, Array("note".utf8))])) == .metadata)
        #expect(fault(of: file([segment(0xED, Array("Photoshop".utf8))])) == .metadata)
    }

    @Test func `what is too large, cut off, followed by more, or another format is refused`() {
        #expect(fault(of: file(width: 481)) == .tooWide)
        #expect(fault(of: file(height: 481)) == .tooWide)
        #expect(fault(of: file(width: 0)) == .notJPEG)
        #expect(fault(of: file(end: [])) == .notJPEG)
        #expect(fault(of: file(end: [0xFF, 0xD9, 0])) == .notJPEG)
        #expect(fault(of: [0xFF, 0xD8, 0xFF, 0xD9]) == .notJPEG)
        #expect(fault(of: []) == .notJPEG)
        #expect(fault(of: Array("\u{89}PNG".utf8)) == .notJPEG)
        #expect(fault(of: file(behind: Array(repeating: 1, count: 65_536))) == .tooLarge)
        let whole = file([segment(0xE0, Array("JFIF\0".utf8))])
        for count in 0..<whole.count { #expect(fault(of: Array(whole.prefix(count))) == .notJPEG) }
    }
}
