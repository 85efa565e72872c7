/// A font in a PDF: a Type 0 font whose codes are glyph numbers, or the character identifiers of a CID-keyed font,
/// with a subset of the font file and the way back to characters (ISO 32000-1, 9.7 to 9.10).
struct PDFFont: Sendable {
    let file: FontFile
    /// The number of the font's first object; four more follow.
    let object: Int
    /// Glyphs in use, with the characters they represent.
    var glyphs: [UInt32: String] = [:]

    /// Objects a font takes.
    static let objects = 5

    mutating func add(_ more: [UInt32: String]) {
        for (glyph, text) in more where glyphs[glyph]?.isEmpty ?? true { glyphs[glyph] = text }
    }

    /// The font's five objects, in the order of their numbers.
    func bodies() throws(LabelsError) -> [[UInt8]] {
        let face = try FontFace(file)
        let used = glyphs.keys.sorted()
        let subset = try FontSubset(of: face, glyphs: used)
        let name = "\(tag(used))+\(face.name)"
        return [
            root(name, subset), descendant(name, subset, face: face, used: used),
            descriptor(name, subset, face: face), try program(subset), try characters(used, face: face),
        ]
    }

    private func root(_ name: String, _ subset: FontSubset) -> [UInt8] {
        var body = PDFSyntax()
        body.append("<</Type/Font/Subtype/Type0/Encoding/Identity-H/BaseFont")
        body.append(name: name)
        body.append("/DescendantFonts[")
        body.append(reference: object + 1)
        body.append("]/ToUnicode ")
        body.append(reference: object + 4)
        body.append(">>")
        return body.bytes
    }

    private func descendant(
        _ name: String, _ subset: FontSubset, face: FontFace, used: [UInt32]
    ) -> [UInt8] {
        var body = PDFSyntax()
        body.append("<</Type/Font/Subtype")
        body.append(subset.isTrueType ? "/CIDFontType2/CIDToGIDMap/Identity" : "/CIDFontType0")
        body.append("/BaseFont")
        body.append(name: name)
        body.append("/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor ")
        body.append(reference: object + 2)
        body.append("/DW 0/W[")
        for glyph in used {
            body.append(Int(face.code(of: glyph)))
            body.append("[")
            body.append(face.advance(of: glyph))
            body.append("]")
        }
        body.append("]>>")
        return body.bytes
    }

    private func descriptor(_ name: String, _ subset: FontSubset, face: FontFace) -> [UInt8] {
        let extents = face.extents
        var body = PDFSyntax()
        body.append("<</Type/FontDescriptor/Flags 4/ItalicAngle 0/StemV 80/FontName")
        body.append(name: name)
        body.append("/FontBBox[-1000 ")
        body.append(extents.descender)
        body.append(" 2000 ")
        body.append(extents.ascender)
        body.append("]/CapHeight ")
        body.append(extents.ascender)
        body.append("/Ascent ")
        body.append(extents.ascender)
        body.append("/Descent ")
        body.append(extents.descender)
        body.append(subset.isTrueType ? "/FontFile2 " : "/FontFile3 ")
        body.append(reference: object + 3)
        body.append(">>")
        return body.bytes
    }

    private func program(_ subset: FontSubset) throws(LabelsError) -> [UInt8] {
        var entries = PDFSyntax()
        if subset.isTrueType {
            entries.append("/Length1 ")
            entries.append(subset.bytes.count)
        } else {
            entries.append("/Subtype/CIDFontType0C")
        }
        return try PDFDocument.stream(entries, subset.bytes)
    }

    /// The way back from glyphs to characters, for those who copy or search.
    private func characters(_ used: [UInt32], face: FontFace) throws(LabelsError) -> [UInt8] {
        var map = PDFSyntax()
        map.append(
            """
            /CIDInit/ProcSet findresource begin 12 dict begin begincmap
            /CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def
            /CMapName/Adobe-Identity-UCS def/CMapType 2 def
            1 begincodespacerange<0000><FFFF>endcodespacerange

            """)
        let told = used.filter { !(glyphs[$0] ?? "").isEmpty }
        // A block holds at most a hundred lines.
        for start in stride(from: 0, to: told.count, by: 100) {
            let block = told[start..<min(start + 100, told.count)]
            map.append(block.count)
            map.append(" beginbfchar\n")
            for glyph in block {
                map.append("<")
                map.append(hex: face.code(of: glyph))
                map.append("><")
                for unit in (glyphs[glyph] ?? "").utf16 { map.append(hex: unit) }
                map.append(">\n")
            }
            map.append("endbfchar\n")
        }
        map.append("endcmap CMapName currentdict/CMap defineresource pop end end")
        return try PDFDocument.stream(PDFSyntax(), map.bytes)
    }

    /// Six letters that name the subset (ISO 32000-1, 9.6.4): the same glyphs, the same letters.
    private func tag(_ used: [UInt32]) -> String {
        var digest: UInt64 = 0xcbf2_9ce4_8422_2325
        for glyph in used { digest = (digest ^ UInt64(glyph)) &* 0x100_0000_01b3 }
        var letters: [UInt8] = []
        for _ in 0..<6 {
            letters.append(UInt8(ascii: "A") + UInt8(digest % 26))
            digest /= 26
        }
        return String(decoding: letters, as: UTF8.self)
    }
}
