import ClipCodes
import Faults
import Testing

@Suite struct ClipCodesTests {
    static let urls = ["https://appclip.example.com/shop?p=1&p1=a", "https://appclip.example.com/shop?p=2,3"]

    static func list() throws -> ClipCodeList {
        try ClipCodeList([
            ClipCodeRequest(tag: "T-1", url: urls[0]),
            ClipCodeRequest(
                tag: "T-2", url: urls[1], background: "ff3b30", foreground: "FFFFFF", kind: .nfc, logo: .badge),
        ])
    }

    /// A file as Apple's generator shapes it, without the arcs.
    static func svg(_ url: String, _ background: String, _ foreground: String, type: String = "Camera") -> [UInt8] {
        let text = """
            <?xml version="1.0" encoding="UTF-8" standalone="no"?>
            <svg data-design="Fingerprint" data-payload="\(url.replacing("&", with: "&amp;"))" viewBox="0 0 800 800"
             xmlns="http://www.w3.org/2000/svg"><title>App Clip Code</title>
            <circle cx="400" cy="400" r="400" style="fill:#\(background)"/>
            <g name="logo" data-logo-type="\(type)"><path fill="#\(foreground)" d="M0 0z"/></g></svg>
            """
        return Array(text.utf8)
    }

    static func good() -> [String: [UInt8]] {
        ["T-1.svg": svg(urls[0], "ffffff", "000000"), "T-2.svg": svg(urls[1], "FF3B30", "ffffff", type: "phone")]
    }

    @Test func `the generator's list has Apple's columns in Apple's order`() throws {
        #expect(
            String(decoding: try Self.list().generatorCSV, as: UTF8.self) == """
                SVG File Name,URL,Background Color,Foreground Color,Type,Logo
                T-1.svg,https://appclip.example.com/shop?p=1&p1=a,FFFFFF,000000,cam,none
                T-2.svg,"https://appclip.example.com/shop?p=2,3",FF3B30,FFFFFF,nfc,badge

                """)
    }

    @Test func `the printing house's list has two columns`() throws {
        #expect(
            String(decoding: try Self.list().mappingCSV, as: UTF8.self) == """
                SVG File Name, URL
                T-1.svg,https://appclip.example.com/shop?p=1&p1=a
                T-2.svg,"https://appclip.example.com/shop?p=2,3"

                """)
    }

    @Test func `files that carry what was asked for have no finding`() throws {
        #expect(try Self.list().findings(in: Self.good()) == [])
    }

    @Test func `what is missing, surplus, swapped or else than asked for is named`() throws {
        let list = try Self.list()
        func codes(_ change: (inout [String: [UInt8]]) -> Void) -> [ClipCodeFinding.Code] {
            var files = Self.good()
            change(&files)
            return list.findings(in: files).map(\.code)
        }
        #expect(codes { $0["T-2.svg"] = nil } == [.missing])
        #expect(codes { $0["T-3.svg"] = [] } == [.surplus])
        #expect(codes { $0["T-1.svg"] = Self.svg(Self.urls[1], "FFFFFF", "000000") } == [.swapped])
        #expect(codes { $0["T-1.svg"] = Self.svg(Self.urls[0].uppercased(), "FFFFFF", "000000") } == [.wrongURL])
        #expect(codes { $0["T-1.svg"] = Self.svg(Self.urls[0], "FFFFFF", "000000", type: "phone") } == [.wrongType])
        #expect(codes { $0["T-1.svg"] = Self.svg(Self.urls[0], "FFFFFF", "111111") } == [.wrongColours])
        #expect(codes { $0["T-1.svg"] = Array("<svg/>".utf8) } == [.unreadable])
        #expect(codes { $0["T-1.svg"] = Array("<svg data-payload='a'>".utf8) } == [.unreadable])
        #expect(codes { $0["T-1.svg"] = Array("<svg data-payload='a'><image/></svg>".utf8) } == [.unreadable])
        #expect(codes { $0["T-1.svg"] = Array("<!DOCTYPE svg []><svg data-payload='a'/>".utf8) } == [.unreadable])
        let swapped = list.findings(in: ["T-1.svg": Self.svg(Self.urls[1], "FFFFFF", "000000")])
        #expect(
            swapped.first?.message
                == "it carries \(Self.urls[1]), the URL of T-2.svg; it should carry \(Self.urls[0])")
    }

    @Test func `what goes behind a code of type nfc is said`() {
        #expect(ClipCodeRequest.Kind.camera.tagAdvice == nil)
        #expect(
            ClipCodeRequest.Kind.nfc.tagAdvice
                == "behind a code of type nfc goes an NFC Type 5 tag with an antenna of at least 35 mm: an ICODE SLIX or "
                + "an ICODE SLIX2, which waymark write writes on a reader for Type 5 tags")
    }

    @Test func `how codes in colour are printed is said, and grey is no colour`() throws {
        let grey = try ClipCodeRequest(tag: "a", url: Self.urls[0], background: "EEEEEE", foreground: "111111")
        #expect(!grey.isColoured && grey.printingAdvice == nil)
        let red = try #require(try Self.list().requests.last)
        #expect(red.isColoured)
        #expect(red.printingAdvice?.contains("never print them on a printer that has black alone") == true)
        #expect(red.printingAdvice?.contains("relative colorimetric intent to Generic CMYK or GRACoL 2013") == true)
    }

    @Test func `a file tells how large the code in it is`() throws {
        let file = try ClipCodeFile(svg: Self.svg(Self.urls[0], "FFFFFF", "000000"), name: "T-1.svg")
        #expect(file.shape?.width == 800 && file.shape?.height == 800 && file.shape?.diameter == 800)
        let bare = try ClipCodeFile(svg: Array("<svg data-payload='a'><circle r='9'/></svg>".utf8), name: "a.svg")
        let error = #expect(throws: ClipCodesError.self) { try bare.printedShape(name: "a.svg") }
        #expect(error?.reason.hasPrefix("it has no viewBox with a circle in it") == true)
    }

    @Test(arguments: [
        ("", "https://a.example", "FFFFFF"), ("a/b", "https://a.example", "FFFFFF"),
        (".a", "https://a.example", "FFFFFF"),
        (String(repeating: "a", count: 185), "https://a.example", "FFFFFF"), ("a", "http://a.example", "FFFFFF"),
        ("a", "https://a.example/é", "FFFFFF"), ("a", "https://a.example", "FFF"), ("a", "https://a.example", "000000"),
    ])
    func `what Apple's tools do not take is refused`(tag: String, url: String, background: String) {
        let error = #expect(throws: ClipCodesError.self) {
            try ClipCodeRequest(tag: tag, url: url, background: background)
        }
        #expect(error?.code == .requestInvalid)
    }

    @Test func `a list has every file once`() throws {
        let request = try ClipCodeRequest(tag: "T-1", url: Self.urls[0])
        let again = try ClipCodeRequest(tag: "t-1", url: Self.urls[1])
        for requests in [[request, again], []] {
            let error = #expect(throws: ClipCodesError.self) { try ClipCodeList(requests) }
            #expect(error?.code == .listInvalid)
        }
    }
}
