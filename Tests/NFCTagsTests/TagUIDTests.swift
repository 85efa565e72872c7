import NFCTags
import Testing

@Suite struct `Tag serial numbers` {
    @Test func `are written in upper case without separators`() {
        #expect(TagUID(hex("04 a1 b2 c3 d4 e5 80"))?.description == "04A1B2C3D4E580")
        #expect(TagUID(hex("08 00 00 0f"))?.description == "0800000F")
    }

    @Test(arguments: ["04A1B2C3D4E580", "04:a1:b2:c3:d4:e5:80"])
    func `are read back`(text: String) {
        #expect(TagUID(text)?.bytes == hex("04 A1 B2 C3 D4 E5 80"))
    }

    @Test(arguments: ["", "04", "04A1B2C3D4E5", "04A1B2C3D4E58", "04A1B2C3D4E5ZZ", "04A1B2C3D4E5\u{E9}0"])
    func `need 4, 7 or 10 bytes`(text: String) {
        #expect(TagUID(text) == nil)
    }
}
