/// A PDF that grows page by page. It gives out bytes and keeps none: where each object begins, and which glyphs
/// the fonts need, is all that is remembered.
struct PDFDocument {
    private var offsets: [Int?] = [nil, nil, nil]
    private var pages: [Int] = []
    private var fonts: [PDFFont] = []
    private var logos: [(digest: Int, object: Int)] = []
    private var position = 0
    /// FNV-1a over the objects: the file's identifier (ISO 32000-1, 14.4).
    private var digest: UInt64 = 0xcbf2_9ce4_8422_2325
    private var output = PDFSyntax()
    /// Pages of words, before those of the stock.
    private var prefaces = 0
    private let row: StockRow

    private static let (catalog, tree, information) = (1, 2, 3)

    /// An empty document with pages of the stock's size.
    init(for row: StockRow) {
        self.row = row
        output.append("%PDF-1.7\n%")
        output.append([0xe2, 0xe3, 0xcf, 0xd3, 0x0a])
    }

    /// Adds a page and gives the bytes that are next in the file.
    mutating func append(_ page: PDFPage) throws(LabelsError) -> [UInt8] {
        let fontObjects = page.fonts.map { use in
            if let known = fonts.firstIndex(where: { $0.file == use.font }) {
                fonts[known].add(use.glyphs)
                return fonts[known].object
            }
            let font = PDFFont(file: use.font, object: offsets.count + 1, glyphs: use.glyphs)
            offsets += [Int?](repeating: nil, count: PDFFont.objects)
            fonts.append(font)
            return font.object
        }
        var symbolObjects: [Int] = []
        for symbol in page.symbols { symbolObjects.append(addObject(Self.image(of: symbol))) }
        var logoObjects: [Int] = []
        for logo in page.logos { logoObjects.append(try object(of: logo)) }
        var entries = PDFSyntax()
        entries.append("/Filter/FlateDecode")
        let content = addObject(Self.plainStream(entries, page.content))
        pages.append(
            addObject(
                pageBody(
                    content: content, fonts: fontObjects, symbols: symbolObjects, logos: logoObjects,
                    paper: page.paper)))
        if page.paper != nil { prefaces = pages.count }
        return flush()
    }

    /// Gives the rest of the file: fonts, page tree, what a viewer should know, and the table of objects.
    mutating func finish(title: String, software: String, createdAt: String) throws(LabelsError) -> [UInt8] {
        for font in fonts {
            for (index, body) in try font.bodies().enumerated() { add(body, as: font.object + index) }
        }
        add(treeBody(), as: Self.tree)
        add(catalogBody(), as: Self.catalog)
        var information = PDFSyntax()
        information.append("<</Title")
        information.append(textString: title)
        information.append("/Creator")
        information.append(textString: software)
        information.append("/Producer")
        information.append(textString: software)
        information.append("/CreationDate(")
        information.append(Array(createdAt.utf8))
        information.append(")>>")
        add(information.bytes, as: Self.information)
        appendTable()
        return flush()
    }

    // MARK: Objects

    private mutating func addObject(_ body: [UInt8]) -> Int {
        offsets.append(nil)
        add(body, as: offsets.count)
        return offsets.count
    }

    private mutating func add(_ body: [UInt8], as number: Int) {
        for byte in body { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01b3 }
        offsets[number - 1] = position + output.bytes.count
        output.append(number)
        output.append(" 0 obj")
        output.append(body)
        output.append("\nendobj\n")
    }

    private mutating func flush() -> [UInt8] {
        let bytes = output.bytes
        position += bytes.count
        output = PDFSyntax(reserving: bytes.count)
        return bytes
    }

    /// A picture as black ink, as thick as its pixels are dark: what is white in it covers nothing, here as in the
    /// drawing that is checked (ISO 32000-1, 11.6.5.3).
    private mutating func object(of logo: Logo) throws(LabelsError) -> Int {
        if let known = logos.first(where: { $0.digest == logo.digest }) { return known.object }
        let mask = addObject(try Self.stream(Self.image(of: logo, bitsPerPixel: 8), logo.pixels.map { 255 - $0 }))
        var entries = Self.image(of: logo, bitsPerPixel: 1)
        entries.append("/SMask ")
        entries.append(reference: mask)
        let black = [UInt8](repeating: 0, count: (logo.width + 7) / 8 * logo.height)
        let number = addObject(try Self.stream(entries, black))
        logos.append((logo.digest, number))
        return number
    }

    private static func image(of logo: Logo, bitsPerPixel: Int) -> PDFSyntax {
        var entries = PDFSyntax()
        entries.append("/Type/XObject/Subtype/Image/ColorSpace/DeviceGray/BitsPerComponent ")
        entries.append(bitsPerPixel)
        entries.append("/Width ")
        entries.append(logo.width)
        entries.append("/Height ")
        entries.append(logo.height)
        return entries
    }

    private static func image(of modules: BitMatrix) -> [UInt8] {
        var entries = PDFSyntax()
        // The mask paints where a sample is 1.
        entries.append("/Type/XObject/Subtype/Image/ImageMask true/BitsPerComponent 1/Decode[1 0]/Width ")
        entries.append(modules.side)
        entries.append("/Height ")
        entries.append(modules.side)
        return plainStream(entries, modules.bytes)
    }

    /// A stream object, compressed.
    static func stream(_ entries: PDFSyntax, _ bytes: [UInt8]) throws(LabelsError) -> [UInt8] {
        var entries = entries
        entries.append("/Filter/FlateDecode")
        return plainStream(entries, try FlateDecode.encoded(bytes, level: 9))
    }

    private static func plainStream(_ entries: PDFSyntax, _ bytes: [UInt8]) -> [UInt8] {
        var body = PDFSyntax(reserving: bytes.count + 160)
        body.append("<<")
        body.append(entries.bytes)
        body.append("/Length ")
        body.append(bytes.count)
        body.append(">>stream\n")
        body.append(bytes)
        body.append("\nendstream")
        return body.bytes
    }

    private func pageBody(
        content: Int, fonts: [Int], symbols: [Int], logos: [Int], paper: Paper?
    ) -> [UInt8] {
        var body = PDFSyntax(reserving: 1_024)
        body.append("<</Type/Page/Parent ")
        body.append(reference: Self.tree)
        if let paper { Self.append(paper, to: &body) }
        // Ink over ink is mixed in grey: in another colour space black could become four inks.
        if !logos.isEmpty { body.append("/Group<</S/Transparency/CS/DeviceGray>>") }
        body.append("/Contents ")
        body.append(reference: content)
        body.append("/Resources<</Font<<")
        for (index, font) in fonts.enumerated() { Self.append("F", index, object: font, to: &body) }
        body.append(">>/XObject<<")
        for (index, symbol) in symbols.enumerated() { Self.append("S", index, object: symbol, to: &body) }
        for (index, logo) in logos.enumerated() { Self.append("L", index, object: logo, to: &body) }
        body.append(">>>>>>")
        return body.bytes
    }

    private static func append(_ kind: StaticString, _ index: Int, object: Int, to body: inout PDFSyntax) {
        body.append("/")
        body.append(kind)
        body.append(index)
        body.append(" ")
        body.append(reference: object)
    }

    private static func append(_ paper: Paper, to body: inout PDFSyntax) {
        body.append("/MediaBox[0 0 ")
        body.append(
            numbers: Points.from(micrometres: Double(paper.width)), Points.from(micrometres: Double(paper.height)))
        body.append("]")
    }

    private func treeBody() -> [UInt8] {
        var body = PDFSyntax()
        body.append("<</Type/Pages")
        Self.append(Paper(width: row.pageWidth, height: row.pageHeight), to: &body)
        body.append("/Count ")
        body.append(pages.count)
        body.append("/Kids[")
        for page in pages { body.append(reference: page) }
        body.append("]>>")
        return body.bytes
    }

    /// A viewer that prints it proposes no scaling and the paper that the page asks for.
    private func catalogBody() -> [UInt8] {
        var body = PDFSyntax()
        body.append("<</Type/Catalog/Pages ")
        body.append(reference: Self.tree)
        body.append("/ViewerPreferences<</PrintScaling/None/PickTrayByPDFSize true/DisplayDocTitle true>>")
        body.append("/PageLabels<</Nums[")
        if prefaces > 0 { body.append("0<</S/D/P(order )>>") }
        body.append(prefaces)
        body.append("<</S/D/P(sheet )>>]>>>>")
        return body.bytes
    }

    private mutating func appendTable() {
        let start = position + output.bytes.count
        output.append("xref\n0 ")
        output.append(offsets.count + 1)
        output.append("\n0000000000 65535 f \n")
        for offset in offsets {
            let digits = Array(String(offset ?? 0).utf8)
            output.append([UInt8](repeating: UInt8(ascii: "0"), count: 10 - digits.count) + digits)
            output.append(" 00000 n \n")
        }
        output.append("trailer<</Size ")
        output.append(offsets.count + 1)
        output.append("/Root 1 0 R/Info 3 0 R/ID[")
        for _ in 0..<2 {
            output.append("<")
            for shift in stride(from: 48, through: 0, by: -16) {
                output.append(hex: UInt16(truncatingIfNeeded: digest >> UInt64(shift)))
            }
            output.append(">")
        }
        output.append("]>>\nstartxref\n")
        output.append(start)
        output.append("\n%%EOF\n")
    }
}
