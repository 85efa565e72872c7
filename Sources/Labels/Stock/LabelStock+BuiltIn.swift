extension LabelStock {
    /// The stock with a part number, or `roll-WIDTHxHEIGHT` in millimetres for a roll with one label to the page;
    /// otherwise an error that lists the parts there are.
    public static func builtIn(_ part: String) throws(LabelsError) -> LabelStock {
        if let roll = roll(part) { return try LabelStock(roll) }
        guard let row = builtInRows.first(where: { $0.part == part }) else {
            throw LabelsError(
                code: .stockUnknown,
                message: "unknown label stock \(part)",
                reason:
                    "the stocks that come with Waymark are \(builtInRows.map(\.part).joined(separator: ", "))",
                next: "choose one of them, roll-WIDTHxHEIGHT in millimetres, or a JSON file that describes yours")
        }
        return try LabelStock(row)
    }

    /// The stocks that come with Waymark, by part number. Sources: the makers' own templates where there are
    /// any, otherwise tables of other label programs that agree with one another, or a measured sheet.
    public static let builtInRows: [StockRow] = letterRows + a4Rows

    private static let letterRows: [StockRow] = [
        letter("5160", "1 x 2 5/8 in", (66_675, 25_400), (3, 10), (4_762, 12_700), (69_850, 25_400)),
        letter("8160", "1 x 2 5/8 in", (66_675, 25_400), (3, 10), (4_762, 12_700), (69_850, 25_400)),
        // Several tables agree on the two above. One table has the first label 0.8 mm further left, which closes
        // too: hold a test page against the sheet.
        letter("5160b", "1 x 2 5/8 in, left variant", (66_675, 25_400), (3, 10), (3_969, 12_700), (70_644, 25_400)),
        letter("5163", "2 x 4 in", (101_600, 50_800), (2, 5), (3_969, 12_700), (106_362, 50_800)),
        letter("5164", "3 1/3 x 4 in", (101_600, 84_658), (2, 3), (3_969, 12_700), (106_362, 84_658)),
        letter("5167", "1/2 x 1 3/4 in", (44_450, 12_700), (4, 20), (7_144, 12_700), (52_387, 12_700)),
        letter("5520", "1 x 2 5/8 in, weatherproof", (66_802, 25_400), (3, 10), (4_780, 12_735), (69_850, 25_400)),
        // Measured on a sheet.
        letter("22805", "1 1/2 in square", (38_100, 38_100), (4, 6), (19_844, 12_700), (46_037, 43_180)),
    ]

    private static let a4Rows: [StockRow] = [
        a4("L7120", "35 mm square, for QR", (35_000, 35_000), (5, 7), (7_500, 11_000), (40_000, 40_000)),
        a4("L7160", "63.5 x 38.1 mm", (63_500, 38_100), (3, 7), (7_210, 15_150), (66_040, 38_100)),
        // Its pitch is 0.04 mm less than its height: a rounding of the source, which the check tells.
        a4("L7161", "63.5 x 46.6 mm", (63_570, 46_780), (3, 6), (7_410, 8_110), (65_930, 46_740)),
        a4("L7162", "99.1 x 33.9 mm", (99_060, 33_870), (2, 8), (4_670, 13_050), (101_600, 33_870)),
        a4("L7163", "99.1 x 38.1 mm", (99_060, 38_100), (2, 7), (4_670, 15_150), (101_600, 38_100)),
        a4("L7164", "63.5 x 72 mm", (63_500, 71_967), (3, 4), (7_210, 4_566), (66_040, 71_967)),
        a4("L7165", "99.1 x 67.7 mm", (99_060, 67_730), (2, 4), (4_670, 13_000), (101_600, 67_730)),
        a4("L7651", "38.1 x 21.2 mm", (38_100, 21_200), (5, 13), (4_700, 10_900), (40_600, 21_200)),
        a4("L4732", "35.6 x 16.9 mm", (35_600, 16_900), (5, 16), (11_000, 13_000), (38_100, 16_900)),
    ]

    private static func letter(
        _ part: String, _ what: String, _ label: (Int, Int), _ grid: (Int, Int), _ corner: (Int, Int),
        _ pitch: (Int, Int)
    ) -> StockRow {
        StockRow(
            part: part, name: "Avery \(part), \(what)", page: (215_900, 279_400), label: label, grid: grid,
            corner: corner, pitch: pitch)
    }

    private static func a4(
        _ part: String, _ what: String, _ label: (Int, Int), _ grid: (Int, Int), _ corner: (Int, Int),
        _ pitch: (Int, Int)
    ) -> StockRow {
        StockRow(
            part: part, name: "Avery \(part), \(what)", page: (210_000, 297_000), label: label, grid: grid,
            corner: corner, pitch: pitch)
    }

    /// `roll-62x29`: one label to the page, as label printers take it.
    private static func roll(_ part: String) -> StockRow? {
        guard let match = part.wholeMatch(of: #/roll-(\d{1,4})x(\d{1,4})/#),
            let width = Int(match.1), let height = Int(match.2)
        else { return nil }
        return .roll(part: part, name: "roll of \(width) x \(height) mm", label: (width * 1_000, height * 1_000))
    }
}
