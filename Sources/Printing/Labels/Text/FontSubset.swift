import CCairo

/// A font cut down to some glyphs, which keep their numbers.
struct FontSubset {
    /// What the bytes are: a TrueType font, or a bare CFF table.
    let isTrueType: Bool
    let bytes: [UInt8]

    /// Cuts a font. C: `hb_subset_input_create_or_fail`, `hb_subset_or_fail`.
    init(of font: FontFace, glyphs: some Sequence<UInt32>) throws(LabelsError) {
        guard let input = unsafe hb_subset_input_create_or_fail() else {
            throw .drawingFailed("there is no memory left to cut a font")
        }
        defer { unsafe hb_subset_input_destroy(input) }
        let wanted = unsafe hb_subset_input_glyph_set(input)
        for glyph in glyphs { unsafe hb_set_add(wanted, glyph) }
        unsafe hb_subset_input_set_flags(
            input, HB_SUBSET_FLAGS_RETAIN_GIDS.rawValue | HB_SUBSET_FLAGS_NOTDEF_OUTLINE.rawValue)
        // Shaping is done; a PDF needs outlines and metrics alone.
        let dropped = unsafe hb_subset_input_set(input, HB_SUBSET_SETS_DROP_TABLE_TAG)
        for table in ["GSUB", "GPOS", "GDEF", "BASE", "name", "OS/2", "vhea", "vmtx", "VORG", "DSIG", "kern"] {
            unsafe hb_set_add(dropped, Self.tag(table))
        }
        unsafe hb_set_clear(hb_subset_input_set(input, HB_SUBSET_SETS_LAYOUT_FEATURE_TAG))
        guard let subset = unsafe hb_subset_or_fail(font.face, input) else {
            throw .drawingFailed("the font \(font.name) cannot be cut to its glyphs")
        }
        defer { unsafe hb_face_destroy(subset) }
        let outlines = unsafe Self.table("CFF ", of: subset)
        isTrueType = outlines.isEmpty
        bytes = outlines.isEmpty ? unsafe Self.content(of: hb_face_reference_blob(subset)) : outlines
    }

    /// A table of a font; empty where the font has none of this name. C: `hb_face_reference_table`.
    static func table(_ name: String, of face: OpaquePointer) -> [UInt8] {
        unsafe content(of: hb_face_reference_table(face, tag(name)))
    }

    /// The bytes of a blob, which is let go.
    private static func content(of blob: OpaquePointer?) -> [UInt8] {
        defer { unsafe hb_blob_destroy(blob) }
        var count: UInt32 = 0
        guard let data = unsafe hb_blob_get_data(blob, &count) else { return [] }
        return unsafe Array(UnsafeRawBufferPointer(start: data, count: Int(count)))
    }

    private static func tag(_ name: String) -> hb_tag_t {
        name.utf8.reduce(0) { $0 << 8 | hb_tag_t($1) }
    }
}
