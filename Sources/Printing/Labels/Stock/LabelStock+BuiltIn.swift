public import Faults

extension LabelStock {
    /// The stock with a part number, or `roll-WIDTHxHEIGHT` in millimetres for a roll with one label to the page;
    /// otherwise an error that lists the parts there are.
    /// Paper for words alone.
    public static func plainA4() throws(LabelsError) -> LabelStock {
        try LabelStock(.roll(part: "A4", name: "plain paper", label: (Paper.a4.width, Paper.a4.height)))
    }

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
        letter(
            "5160", "1 x 2 5/8 in", label: (66_675, 25_400), grid: (3, 10), corner: (4_762, 12_700),
            pitch: (69_850, 25_400)),
        letter(
            "8160", "1 x 2 5/8 in", label: (66_675, 25_400), grid: (3, 10), corner: (4_762, 12_700),
            pitch: (69_850, 25_400)),
        // Several tables agree on the two above. One table has the first label 0.8 mm further left, which closes
        // too: hold a test page against the sheet.
        letter(
            "5160b", "1 x 2 5/8 in, left variant", label: (66_675, 25_400), grid: (3, 10), corner: (3_969, 12_700),
            pitch: (70_644, 25_400)),
        letter(
            "5163", "2 x 4 in", label: (101_600, 50_800), grid: (2, 5), corner: (3_969, 12_700),
            pitch: (106_362, 50_800)),
        letter(
            "5164", "3 1/3 x 4 in", label: (101_600, 84_658), grid: (2, 3), corner: (3_969, 12_700),
            pitch: (106_362, 84_658)),
        letter(
            "5167", "1/2 x 1 3/4 in", label: (44_450, 12_700), grid: (4, 20), corner: (7_144, 12_700),
            pitch: (52_387, 12_700)),
        letter(
            "5520", "1 x 2 5/8 in, weatherproof", label: (66_802, 25_400), grid: (3, 10), corner: (4_780, 12_735),
            pitch: (69_850, 25_400)),
        // Measured on a sheet.
        letter(
            "22805", "1 1/2 in square", label: (38_100, 38_100), grid: (4, 6), corner: (19_844, 12_700),
            pitch: (46_037, 43_180)),
    ]

    private static let a4Rows: [StockRow] = [
        a4(
            "L7120", "35 mm square, for QR", label: (35_000, 35_000), grid: (5, 7), corner: (7_500, 11_000),
            pitch: (40_000, 40_000)),
        a4(
            "L7160", "63.5 x 38.1 mm", label: (63_500, 38_100), grid: (3, 7), corner: (7_210, 15_150),
            pitch: (66_040, 38_100)),
        // Its pitch is 0.04 mm less than its height: a rounding of the source, which the check reports.
        a4(
            "L7161", "63.5 x 46.6 mm", label: (63_570, 46_780), grid: (3, 6), corner: (7_410, 8_110),
            pitch: (65_930, 46_740)),
        a4(
            "L7162", "99.1 x 33.9 mm", label: (99_060, 33_870), grid: (2, 8), corner: (4_670, 13_050),
            pitch: (101_600, 33_870)),
        a4(
            "L7163", "99.1 x 38.1 mm", label: (99_060, 38_100), grid: (2, 7), corner: (4_670, 15_150),
            pitch: (101_600, 38_100)),
        a4(
            "L7164", "63.5 x 72 mm", label: (63_500, 71_967), grid: (3, 4), corner: (7_210, 4_566),
            pitch: (66_040, 71_967)),
        a4(
            "L7165", "99.1 x 67.7 mm", label: (99_060, 67_730), grid: (2, 4), corner: (4_670, 13_000),
            pitch: (101_600, 67_730)),
        a4(
            "L7651", "38.1 x 21.2 mm", label: (38_100, 21_200), grid: (5, 13), corner: (4_700, 10_900),
            pitch: (40_600, 21_200)),
        a4(
            "L4732", "35.6 x 16.9 mm", label: (35_600, 16_900), grid: (5, 16), corner: (11_000, 13_000),
            pitch: (38_100, 16_900)),
    ]

    private static func letter(
        _ part: String, _ what: String, label: (Int, Int), grid: (Int, Int), corner: (Int, Int),
        pitch: (Int, Int)
    ) -> StockRow {
        StockRow(
            part: part, name: "Avery \(part), \(what)", page: (215_900, 279_400), label: label, grid: grid,
            corner: corner, pitch: pitch)
    }

    private static func a4(
        _ part: String, _ what: String, label: (Int, Int), grid: (Int, Int), corner: (Int, Int),
        pitch: (Int, Int)
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
