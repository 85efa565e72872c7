import Faults
import Foundation
import Pictures
import Testing

/// Files of the shipped deployments, whole and damaged.
struct PictureFileTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "tags")

    private static func file(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appending(path: name)))
    }

    @Test(arguments: [
        ("melamela/pictures/order.png", PictureFile.Format.png),
        ("melamela/pictures/reservation.jpg", .jpeg),
    ])
    func `a card's picture is opened to its last pixel`(name: String, format: PictureFile.Format) throws {
        let picture = try PictureFile(try Self.file(name))
        #expect(picture.format == format)
        #expect((picture.width, picture.height) == (1_800, 1_200))
        #expect(!picture.hasAlpha && picture.transparentPixels == 0)
    }

    @Test(arguments: ["melamela/pictures/order.png", "melamela/pictures/reservation.jpg"], [0.3, 0.6, 0.99])
    func `a file that breaks off is no picture`(name: String, part: Double) throws {
        let file = try Self.file(name)
        let error = #expect(throws: PictureError.self) {
            try PictureFile(Array(file.prefix(Int(Double(file.count) * part))))
        }
        #expect(error?.code == .reading && error?.reason.isEmpty == false)
    }

    @Test func `a JPEG with a broken head says why`() throws {
        var file = try Self.file("melamela/pictures/reservation.jpg")
        for index in 20..<200 { file[index] = 0 }
        #expect(throws: PictureError.self) { try PictureFile(file) }
    }

    @Test func `transparency is counted`() throws {
        // 2 x 1 pixels, grey with alpha: one opaque, one half transparent. Made with zlib, by hand.
        let file: [UInt8] = [
            0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A,
            0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44, 0x52, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x01, 0x08, 0x04,
            0x00, 0x00, 0x00, 0x5E, 0x2B, 0xB7, 0x01, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9C, 0x63,
            0x10, 0xF8, 0xAF, 0xD0, 0x00, 0x00, 0x04, 0x02, 0x01, 0xB0, 0x8E, 0x51, 0x09, 0x4C, 0x00, 0x00, 0x00, 0x00,
            0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
        ]
        let picture = try PictureFile(file)
        #expect((picture.width, picture.height) == (2, 1))
        #expect(picture.hasAlpha && picture.transparentPixels == 1)
    }

    @Test func `another kind of file is refused by its first bytes`() {
        let error = #expect(throws: PictureError.self) { try PictureFile(Array("GIF89a".utf8)) }
        #expect(error?.reason == "it is neither a PNG nor a JPEG file")
    }
}
