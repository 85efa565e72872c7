internal import Faults

/// The characters of a sheet's labels that no installed font has: found before a page is laid out, and named all at once.
enum MissingCharacters {
    /// How many are named one by one.
    private static let namedLimit = 20

    /// Throws `LabelsError` with the code `glyphsMissing` unless every text can be drawn.
    static func check(_ labels: [LabelContent]) throws(LabelsError) {
        var places: [UnicodeScalar: (what: String, tag: String)] = [:]
        var inOrder: [UnicodeScalar] = []
        for label in labels {
            // Nearly every text is plain ASCII, which any font has.
            for (what, text) in label.texts where text.utf8.contains(where: { $0 > 0x7E }) {
                for scalar in text.unicodeScalars where scalar.value > 0x7E && places[scalar] == nil {
                    places[scalar] = (what, label.tag)
                    inOrder.append(scalar)
                }
            }
        }
        guard !inOrder.isEmpty else { return }
        let context = DrawingContext()
        func lacks(_ scalars: some Sequence<UnicodeScalar>) -> Bool {
            var text = String.UnicodeScalarView()
            text.append(contentsOf: scalars)
            return TextLayout(
                String(text), style: .plain, size: 10, width: 1e9, breaksWords: false, on: context
            ).unknownGlyphs > 0
        }
        guard lacks(inOrder) else { return }
        let missing = inOrder.filter { lacks([$0]) }
        guard !missing.isEmpty else { return }
        throw error(missing.map { ($0, places[$0]?.what ?? "", places[$0]?.tag ?? "") })
    }

    private static func error(_ missing: [(scalar: UnicodeScalar, what: String, tag: String)]) -> LabelsError {
        var lines = missing.prefix(namedLimit).map { character in
            let code = String(character.scalar.value, radix: 16, uppercase: true)
            let number = "U+" + String(repeating: "0", count: max(0, 4 - code.count)) + code
            let name = character.scalar.properties.name.map { " (\($0))" } ?? ""
            let package = FontPackage.name(for: character.scalar).map { "in \($0)" } ?? "in no font package"
            return "\(number)\(name) in the \(character.what) of tag \(character.tag): \(package)"
        }
        if missing.count > namedLimit { lines.append("and \(missing.count - namedLimit) more characters") }
        let packages = Set(missing.compactMap { FontPackage.name(for: $0.scalar) }).sorted()
        let isHopeless = missing.contains { FontPackage.name(for: $0.scalar) == nil }
        let install = packages.isEmpty ? nil : "sudo apt-get install \(packages.joined(separator: " "))"
        let replace = isHopeless ? "replace the characters that are in no font package" : nil
        return LabelsError(
            code: .glyphsMissing,
            message: "cannot print \(missing.count) character\(missing.count == 1 ? "" : "s") of the labels",
            reason: "no installed font has \(missing.count == 1 ? "it" : "them"):\n" + lines.joined(separator: "\n"),
            next: [install, replace].compactMap { $0 }.joined(separator: "; "))
    }
}
