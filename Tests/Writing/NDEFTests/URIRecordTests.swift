import Faults
import NDEF
import Testing

@Suite struct `URI records` {
    static let table: [(UInt8, String)] = [
        (0x00, ""), (0x01, "http://www."), (0x02, "https://www."), (0x03, "http://"), (0x04, "https://"),
        (0x05, "tel:"), (0x06, "mailto:"), (0x07, "ftp://anonymous:anonymous@"), (0x08, "ftp://ftp."),
        (0x09, "ftps://"), (0x0A, "sftp://"), (0x0B, "smb://"), (0x0C, "nfs://"), (0x0D, "ftp://"),
        (0x0E, "dav://"), (0x0F, "news:"), (0x10, "telnet://"), (0x11, "imap:"), (0x12, "rtsp://"),
        (0x13, "urn:"), (0x14, "pop:"), (0x15, "sip:"), (0x16, "sips:"), (0x17, "tftp:"),
        (0x18, "btspp://"), (0x19, "btl2cap://"), (0x1A, "btgoep://"), (0x1B, "tcpobex://"),
        (0x1C, "irdaobex://"), (0x1D, "file://"), (0x1E, "urn:epc:id:"), (0x1F, "urn:epc:tag:"),
        (0x20, "urn:epc:pat:"), (0x21, "urn:epc:raw:"), (0x22, "urn:epc:"), (0x23, "urn:nfc:"),
    ]

    @Test(arguments: table)
    func `each prefix code is written and read`(code: UInt8, prefix: String) throws {
        let record = try URIRecord(prefix + "x").record
        #expect(record.payload == [code, 0x78])
        #expect(try URIRecord(record)?.uri == prefix + "x")
    }

    @Test(
        arguments: [
            ("https://www.a.example/", 0x02, "a.example/"),
            ("https://w.example", 0x04, "w.example"),
            ("HTTPS://a.example", 0x00, "HTTPS://a.example"),
            ("urn:epc:ids", 0x22, "ids"),
            ("urn:isbn:1", 0x13, "isbn:1"),
            ("ftp://ftp.a", 0x08, "a"),
            ("https://", 0x04, ""),
            ("https://caf\u{E9}.example", 0x04, "caf\u{E9}.example"),
        ] as [(String, UInt8, String)])
    func `the longest prefix wins`(uri: String, code: UInt8, rest: String) throws {
        #expect(try URIRecord(uri).record.payload == [code] + Array(rest.utf8))
    }

    @Test func `an unshortened URL is the same URL`() throws {
        let record = try NDEFRecord(
            format: .wellKnown, type: [0x55], payload: [0x00] + Array("https://a".utf8))
        #expect(try URIRecord(record) == URIRecord("https://a"))
    }

    @Test(
        arguments: [
            [],  // no prefix code
            [0x24, 0x61],  // reserved code
            [0x04, 0xFF],  // not UTF-8
            [0x04, 0x61, 0x00],  // control character
            [0x00],  // nothing at all
        ] as [[UInt8]])
    func `a damaged payload is refused`(payload: [UInt8]) throws {
        let record = try NDEFRecord(format: .wellKnown, type: [0x55], payload: payload)
        let error = #expect(throws: NDEFError.self) { try URIRecord(record) }
        #expect(error?.code == .badURI)
        #expect(NDEFMessage(records: [record]).firstURI == nil)
    }

    @Test func `other types are no URI records`() throws {
        let text = try NDEFRecord(format: .wellKnown, type: [0x54], payload: [0x02, 0x65, 0x6E])
        let media = try NDEFRecord(format: .media, type: [0x55], payload: [0x04, 0x61])
        #expect(try URIRecord(text) == nil)
        #expect(try URIRecord(media) == nil)
    }

    @Test func `the first URI record counts, even behind other records`() throws {
        let text = try NDEFRecord(format: .wellKnown, type: [0x54], payload: [0x02, 0x65, 0x6E])
        let message = NDEFMessage(records: [
            text, try URIRecord("https://one").record, try URIRecord("https://two").record,
        ])
        #expect(message.firstURI == "https://one")
        #expect(NDEFMessage(records: [text]).firstURI == nil)
    }
}
