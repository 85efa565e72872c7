import SymbolDecoding

/// A sheet whose every symbol was read back from its drawn pages. All its outputs are drawn by the same code.
public struct CheckedSheet: Sendable {
    let sheet: Sheet

    /// Pages of the sheet.
    public var pageCount: Int { sheet.pages.count }

    /// The sheet as a PDF at its true size.
    public func pdf() throws(LabelsError) -> [UInt8] {
        let row = sheet.stock.row
        let settings = sheet.settings
        let title = [settings.job, "labels on \(row.part)"].filter { !$0.isEmpty }.joined(separator: ": ")
        return try DrawingTurn.take { turn throws(LabelsError) in
            let document = try PDFDocument(
                pageWidth: row.pageWidth, pageHeight: row.pageHeight, title: title,
                creator: settings.software,
                createdAt: Timestamp.iso8601(settings.createdAt), turn: turn)
            for page in sheet.pages { try page.draw(on: document.canvas(turn: turn), turn: turn) }
            return try document.finish()
        }
    }

    /// One page as a grey PNG, for people to look at. `page` counts from 1, `dotsPerInch` is 72 to 600.
    public func png(page: Int, dotsPerInch: Int = 300) throws(LabelsError) -> [UInt8] {
        guard (1...pageCount).contains(page), (72...600).contains(dotsPerInch) else {
            throw LabelsError(
                code: .settingInvalid,
                message: "cannot draw page \(page) at \(dotsPerInch) dpi",
                reason: "there are pages 1 to \(pageCount), and resolutions from 72 to 600 dpi",
                next: "choose values inside the ranges")
        }
        let picture = try DrawingTurn.take { turn throws(LabelsError) in
            try sheet.surface(for: sheet.pages[page - 1], dotsPerInch: dotsPerInch, turn: turn).picture()
        }
        let title = "\(sheet.settings.job), sheet \(page) of \(pageCount)"
        let file = PNGPicture(
            width: picture.width, height: picture.height, bitDepth: 8, bytesPerRow: picture.width,
            rows: picture.pixels, dotsPerInch: dotsPerInch,
            texts: [("Title", title), ("Software", sheet.settings.software)])
        return try file.encoded()
    }
}
