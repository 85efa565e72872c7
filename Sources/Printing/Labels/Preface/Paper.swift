/// The size of a page in micrometres.
struct Paper: Sendable, Equatable {
    let width: Int
    let height: Int

    static let a4 = Paper(width: 210_000, height: 297_000)

    /// Words go on the stock's own page where that is one to read: a roll of labels is not.
    static func forWords(with stock: StockRow) -> Paper {
        let page = Paper(width: stock.pageWidth, height: stock.pageHeight)
        return page.width >= 180_000 && page.height >= 250_000 ? page : .a4
    }
}
