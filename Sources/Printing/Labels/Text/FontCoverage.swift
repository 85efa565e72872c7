/// Which scripts the installed fonts can draw.
public enum FontCoverage {
    /// A few letters of each script that Waymark is tested with.
    private static let samples = [
        ("Latin", "Café Łódź"), ("Greek", "Αθήνα"), ("Cyrillic", "Київ"), ("Arabic", "الرياض"), ("Hebrew", "חיפה"),
        ("Devanagari", "मुंबई"), ("Thai", "กรุงเทพ"), ("Chinese", "上海"), ("Japanese", "とうきょう"), ("Korean", "서울"),
    ]

    /// The scripts of which letters are missing in every installed font.
    public static func missingScripts() -> [String] {
        let context = DrawingContext()
        return samples.filter { sample in
            let layout = TextLayout(
                sample.1, style: .plain, size: 10, width: 1_000_000, breaksWords: false, on: context)
            return layout.unknownGlyphs > 0
        }.map(\.0)
    }
}
