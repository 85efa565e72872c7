import Faults
import NDEF
import Testing

@testable import NFCTags

@Suite struct `A tag that cannot be written` {
    /// A plan for pages 05 to 07 of an NTAG213, or for what the length needs.
    private static func error(_ image: Type2Image, characters: Int = 2) throws -> TagError? {
        let message = try NDEFMessage(uri: "https://" + String(repeating: "a", count: characters))
        do {
            _ = try Type2WritePlan(writing: message, to: image)
            return nil
        } catch { return error }
    }

    @Test(
        arguments: [
            ([0x10, 0x00], nil),  // page 04 is not changed
            ([0x20, 0x00], "page 05 is locked for ever"),
            ([0x80, 0x00], "page 07 is locked for ever"),
            ([0x00, 0x01], nil),  // page 08
            ([0x0F, 0x00], nil),  // block-locking bits and page 03
        ] as [([UInt8], String?)])
    func `has static lock bits set on a page that would change`(locks: [UInt8], reason: String?) throws {
        let error = try Self.error(.factory(.ntag213, staticLocks: locks))
        #expect(error?.reason == reason)
        #expect(error?.code == reason.map { _ in .locked })
    }

    /// The last page of the message, and the dynamic lock bytes.
    @Test(
        arguments: [
            (.ntag213, 40, [0x01, 0x00, 0x00, 0xBD], "page 10 is locked for ever"),
            (.ntag213, 40, [0x02, 0x00, 0x3F, 0xBD], nil),  // pages 12, 13; block-locking bits
            (.ntag213, 131, [0x00, 0x08, 0x00, 0xBD], "page 26 is locked for ever"),
            (.ntag215, 60, [0x01, 0x00, 0x00, 0xBD], "page 10 is locked for ever"),
            (.ntag215, 254, [0x04, 0x00, 0x00, 0xBD], "page 30 is locked for ever"),
            (.ntag215, 254, [0x10, 0x00, 0x00, 0xBD], nil),  // pages 50 to 5F
            (.ntag215, 483, [0x40, 0x00, 0x00, 0xBD], "page 70 is locked for ever"),
            (.ntag216, 859, [0x00, 0x10, 0x00, 0xBD], "page D0 is locked for ever"),
            (.ntag216, 859, [0x00, 0x20, 0x00, 0xBD], nil),  // pages E0, E1: behind the declared size
        ] as [(TagProduct, Int, [UInt8], String?)])
    func `has dynamic lock bits set on such a page`(
        product: TagProduct, characters: Int, locks: [UInt8], reason: String?
    ) throws {
        let error = try Self.error(.factory(product, dynamicLocks: locks), characters: characters)
        #expect(error?.reason == reason)
    }

    @Test(
        arguments: [
            (0x04, "page 05 needs its password, as all pages from 04 on"),
            (0x07, "page 07 needs its password, as all pages from 07 on"),
            (0x00, "page 05 needs its password, as all pages from 00 on"),
            (0x08, nil), (0xFF, nil),
        ] as [(UInt8, String?)])
    func `protects such a page with a password`(firstProtected: UInt8, reason: String?) throws {
        let error = try Self.error(.factory(.ntag213, configuration: [0x04, 0x00, 0x00, firstProtected]))
        #expect(error?.reason == reason)
        #expect(error?.code == reason.map { _ in .passwordProtected })
    }

    @Test(
        arguments: [
            ([0x44, 0x00, 0x07, 0xFF], "it shows its UID or counter in place of what pages 07 to 0A store"),
            ([0xF4, 0x00, 0x06, 0xFF], "it shows its UID or counter in place of what pages 06 to 0B store"),
            ([0x94, 0x00, 0x07, 0xFF], "it shows its UID or counter in place of what pages 07 to 08 store"),
            ([0x44, 0x00, 0x08, 0xFF], nil),  // behind the message
            ([0x44, 0x00, 0x00, 0xFF], nil),  // switched off
            ([0x34, 0x00, 0x07, 0xFF], nil),
        ] as [([UInt8], String?)])
    func `mirrors its UID or counter into the message`(configuration: [UInt8], reason: String?) throws {
        let error = try Self.error(.factory(.ntag213, configuration: configuration))
        #expect(error?.reason == reason)
        #expect(error?.code == reason.map { _ in .mirrored })
    }

    @Test(
        arguments: [
            ("E1 10 12 0F", .locked, "its capability container forbids writing"),
            ("E1 10 12 80", .passwordProtected, "its capability container restricts reading"),
            (
                "E2 10 12 00", .notFormatted,
                "page 03 holds E2 10 12 00, one-time bits that a capability container must not have"
            ),
            ("E1 30 12 00", .malformedMemory, "the capability container has version 30, not 1x"),
        ] as [(String, TagError.Code, String)])
    func `says so in its capability container`(container: String, code: TagError.Code, reason: String) throws {
        let error = try Self.error(.factory(.ntag213, container: hex(container)))
        #expect(error?.code == code)
        #expect(error?.reason == reason)
        #expect(error?.recovery == .refuse)
        #expect(error?.message == "tag 04A1B2C3D4E580 cannot be written")
    }

    @Test func `has blocks that cannot be passed over`() throws {
        let error = try Self.error(.factory(.ntag213, data: hex("01 02 A0 0C")))
        #expect(error?.code == .malformedMemory)
        #expect(error?.reason == "a Lock Control TLV block does not have three bytes")
        #expect(error?.next == "use another tag")
    }
}
