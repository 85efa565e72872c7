import CCairo

/// A font's numbers and outlines. Owns an `hb_face_t` and an `hb_font_t`.
@safe final class FontFace {
    let face: OpaquePointer
    private let font: OpaquePointer
    /// Font units to the em.
    let unitsPerEm: Int
    /// Whether a PDF can hold its glyphs: outlines in one colour (ISO 32000-1, 9.9). Others are drawn as pictures.
    let isEmbeddable: Bool
    private var advances: [UInt32: Int] = [:]
    private lazy var charset: CFFCharset? = unsafe CFFCharset(FontSubset.table("CFF ", of: face))

    /// Opens a font. Throws when its file is gone or no font. C: `hb_blob_create_from_file_or_fail`, `hb_face_create`.
    init(_ file: FontFile) throws(LabelsError) {
        guard let blob = unsafe hb_blob_create_from_file_or_fail(file.path) else {
            throw .drawingFailed("the font \(file.path) cannot be read")
        }
        defer { unsafe hb_blob_destroy(blob) }
        let face = unsafe hb_face_create(blob, UInt32(file.index & 0xFFFF))
        guard let face = unsafe face, unsafe hb_face_get_glyph_count(face) > 0 else {
            unsafe hb_face_destroy(face)
            throw .drawingFailed("the font \(file.path) has no glyphs")
        }
        unsafe self.face = face
        func has(_ table: String) -> Bool {
            let blob = unsafe hb_face_reference_table(face, table.utf8.reduce(0) { $0 << 8 | hb_tag_t($1) })
            defer { unsafe hb_blob_destroy(blob) }
            return unsafe hb_blob_get_length(blob) > 0
        }
        // A colour font may have outlines as well, but they are not what it shows. An instance of a variable font has its
        // number in the upper half, and cannot be cut to its glyphs.
        isEmbeddable =
            file.index < 0x1_0000 && (has("glyf") || has("CFF "))
            && !["CBDT", "sbix", "COLR", "SVG "].contains(where: has)
        unitsPerEm = unsafe Int(hb_face_get_upem(face))
        unsafe font = hb_font_create(face)
    }

    deinit {
        unsafe hb_font_destroy(font)
        unsafe hb_face_destroy(face)
    }

    /// What a PDF calls a glyph: its number, or its character identifier in a CID-keyed font.
    func code(of glyph: UInt32) -> UInt16 {
        charset?.identifier(of: glyph) ?? UInt16(truncatingIfNeeded: glyph)
    }

    /// How far a glyph moves the pen, in thousandths of the em. C: `hb_font_get_glyph_h_advance`.
    func advance(of glyph: UInt32) -> Int {
        if let known = advances[glyph] { return known }
        let units = unsafe Int(hb_font_get_glyph_h_advance(font, glyph))
        let advance = (units * 1_000 + unitsPerEm / 2) / unitsPerEm
        advances[glyph] = advance
        return advance
    }

    /// Heights above and below the baseline, in thousandths of the em. C: `hb_font_get_h_extents`.
    var extents: (ascender: Int, descender: Int) {
        var extents = hb_font_extents_t()
        unsafe hb_font_get_h_extents(font, &extents)
        return (Int(extents.ascender) * 1_000 / unitsPerEm, Int(extents.descender) * 1_000 / unitsPerEm)
    }

    /// The PostScript name. C: `hb_ot_name_get_utf8`.
    var name: String {
        var buffer = [CChar](repeating: 0, count: 128)
        var count = UInt32(buffer.count)
        unsafe hb_ot_name_get_utf8(
            face, hb_ot_name_id_t(HB_OT_NAME_ID_POSTSCRIPT_NAME), nil, &count, &buffer)
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
