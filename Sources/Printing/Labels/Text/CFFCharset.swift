/// The character identifiers (CIDs) of a font's glyphs. A PDF calls the glyphs of a CID-keyed CFF font by these, and not
/// by their numbers in the font (ISO 32000-1, 9.7.4.2). In many fonts the two are the same.
///
/// See: Adobe Technical Note 5176, The Compact Font Format Specification, 5 to 13
struct CFFCharset: Sendable, Equatable {
    /// One for each glyph.
    private let identifiers: [UInt16]

    /// Takes a CFF table. Offsets to 2 name charsets of other fonts. Nil for a font that is not CID-keyed, whose glyphs have their numbers alone, and for what
    /// cannot be read, such as the missing table of a TrueType font.
    init?(_ table: [UInt8]) {
        let table = CFFTable(bytes: table)
        guard let entries = table.topEntries, entries[.registry] != nil, let start = entries[.charset], start > 2,
            let glyphs = table.index(at: entries[.glyphs] ?? 0)?.count, let format = table.number(at: start, bytes: 1),
            (0...2).contains(format)
        else { return nil }
        // The first glyph is in no charset: it is the one for missing characters.
        var identifiers: [UInt16] = [0]
        identifiers.reserveCapacity(glyphs)
        var place = start + 1
        while identifiers.count < glyphs {
            // A range has its length in one byte or in two; without ranges each glyph has its own number.
            guard let first = table.number(at: place, bytes: 2),
                let more = format == 0 ? 0 : table.number(at: place + 2, bytes: format)
            else { return nil }
            for identifier in first...first + min(more, glyphs - identifiers.count - 1) {
                identifiers.append(UInt16(truncatingIfNeeded: identifier))
            }
            place += 2 + format
        }
        self.identifiers = identifiers
    }

    /// Nil for a glyph that the font does not have.
    func identifier(of glyph: UInt32) -> UInt16? {
        identifiers.indices.contains(Int(glyph)) ? identifiers[Int(glyph)] : nil
    }
}
