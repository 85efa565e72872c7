extension LabelStock {
    /// The stock with a part number, or an error that lists the ones there are.
    public static func builtIn(_ part: String) throws(LabelsError) -> LabelStock {
        guard let row = builtInRows.first(where: { $0.part == part }) else {
            throw LabelsError(
                code: .stockUnknown,
                message: "unknown label stock \(part)",
                reason:
                    "the stocks that come with Waymark are \(builtInRows.map(\.part).joined(separator: ", "))",
                next: "choose one of them, or describe yours in a stock table")
        }
        return try LabelStock(row)
    }

    /// The stocks that come with Waymark, by part number. Sources: the makers' own templates where there are
    /// any, otherwise tables of other label programs that agree with one another, or a measured sheet.
    public static let builtInRows: [StockRow] = [
        // Several tables agree on this 5160; another one starts 0.8 mm further left and also closes.
        StockRow(
            part: "5160", name: "Avery 5160, 1 x 2 5/8 in", page: letter, label: (66_675, 25_400),
            grid: (3, 10),
            corner: (4_762, 12_700), pitch: (69_850, 25_400)),
        StockRow(
            part: "5163", name: "Avery 5163, 2 x 4 in", page: letter, label: (101_600, 50_800), grid: (2, 5),
            corner: (3_969, 12_700), pitch: (106_362, 50_800)),
        StockRow(
            part: "5164", name: "Avery 5164, 3 1/3 x 4 in", page: letter, label: (101_600, 84_658),
            grid: (2, 3),
            corner: (3_969, 12_700), pitch: (106_362, 84_658)),
        // Measured on a sheet.
        StockRow(
            part: "22805", name: "Avery 22805, 1 1/2 in square", page: letter, label: (38_100, 38_100),
            grid: (4, 6), corner: (19_844, 12_700), pitch: (46_037, 43_180)),
        StockRow(
            part: "L7120", name: "Avery L7120, 35 mm square", page: a4, label: (35_000, 35_000), grid: (5, 7),
            corner: (7_500, 11_000), pitch: (40_000, 40_000)),
        StockRow(
            part: "L7160", name: "Avery L7160, 63.5 x 38.1 mm", page: a4, label: (63_500, 38_100),
            grid: (3, 7),
            corner: (7_210, 15_150), pitch: (66_040, 38_100)),
        StockRow(
            part: "L7162", name: "Avery L7162, 99.1 x 33.9 mm", page: a4, label: (99_060, 33_870),
            grid: (2, 8),
            corner: (4_670, 13_050), pitch: (101_600, 33_870)),
        StockRow(
            part: "L7163", name: "Avery L7163, 99.1 x 38.1 mm", page: a4, label: (99_060, 38_100),
            grid: (2, 7),
            corner: (4_670, 15_150), pitch: (101_600, 38_100)),
        StockRow(
            part: "L7164", name: "Avery L7164, 63.5 x 72 mm", page: a4, label: (63_500, 71_967), grid: (3, 4),
            corner: (7_210, 4_566), pitch: (66_040, 71_967)),
        StockRow(
            part: "L7165", name: "Avery L7165, 99.1 x 67.7 mm", page: a4, label: (99_060, 67_730),
            grid: (2, 4),
            corner: (4_670, 13_000), pitch: (101_600, 67_730)),
    ]

    private static let letter = (width: 215_900, height: 279_400)
    private static let a4 = (width: 210_000, height: 297_000)
}
