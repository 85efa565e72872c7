internal import Faults
import Glibc
import Pictures
import SymbolDecoding

extension Sheet {
    /// One page in all the forms that were asked for.
    private struct Product: Sendable {
        let number: Int
        let cells: [SheetReport.Cell]
        let pdf: PDFPage?
        let pictures: [[UInt8]]
    }

    /// Makes the sheet on all cores. The files are beside their places until `publish()`.
    ///
    /// Every symbol is decoded as drawn on its page, and the logo is searched for symbols, unless `check` is nil;
    /// after one wrong symbol no file is kept. `progress` gets the number of each finished page.
    public func make(
        _ outputs: [SheetOutput], check: SheetCheck? = .zbar, progress: (Int) -> Void = { _ in }
    ) async throws -> FinishedSheet {
        var resolutions: [(path: String, dotsPerInch: Int)] = []
        var documents: [SheetFile] = []
        var pictures: [SheetPicture] = []
        for output in outputs {
            switch output {
            case .pdf(let path):
                documents.append(try SheetFile(path))
            case .pictures(let path, let dotsPerInch):
                try Self.check(resolution: dotsPerInch)
                resolutions.append((path, dotsPerInch))
            }
        }
        if check != nil { try settings.logo?.check() }
        let wanted = resolutions.map(\.dotsPerInch)
        let wantsPDF = !documents.isEmpty
        var document = PDFDocument(for: stock.row)
        var cells: [SheetReport.Cell] = []
        cells.reserveCapacity(labels.count)
        let contexts = DrawingContexts()
        let words = try contexts.withContext { context throws(LabelsError) in try prefacePages(on: context) }
        let total = words.count + pageCount
        func take(_ product: Product) throws {
            cells += product.cells
            if let page = product.pdf {
                let bytes = try document.append(page)
                for file in documents { try file.append(bytes) }
            }
            for (picture, (path, _)) in zip(product.pictures, resolutions) {
                let place = total == 1 ? path : Self.name(path, page: product.number)
                pictures.append(try SheetPicture(place, picture))
            }
        }
        for page in words {
            try take(
                contexts.withContext { context throws(LabelsError) in
                    try product(page, of: total, wantsPDF: wantsPDF, resolutions: wanted, on: context)
                })
        }
        let offset = words.count
        try await OrderedWork.run(count: pageCount, width: 2 * sysconf(Int32(_SC_NPROCESSORS_ONLN))) { number in
            try contexts.withContext { context throws(LabelsError) in
                let page = try page(number, behind: offset, on: context)
                if let check {
                    try page.check(on: stock, smallestModule: settings.minimumModule, by: check, context: context)
                }
                return try product(page, of: total, wantsPDF: wantsPDF, resolutions: wanted, on: context)
            }
        } take: { product in
            try take(product)
            progress(product.number - offset)
        }
        if wantsPDF {
            let title = [settings.job, labels.isEmpty ? "" : "labels on \(stock.row.part)"].filter { !$0.isEmpty }
                .joined(separator: ": ")
            let bytes = try document.finish(
                title: title, software: settings.software, createdAt: DocumentTime.pdf(settings.createdAt))
            for file in documents { try file.append(bytes) }
        }
        return FinishedSheet(report: report(cells, pages: total), documents: documents, pictures: pictures)
    }

    private func prefacePages(on context: DrawingContext) throws(LabelsError) -> [SheetPage] {
        guard let preface else { return [] }
        return try PrefaceLayout.pages(of: preface, on: .forWords(with: stock.row), context: context)
    }

    private func product(
        _ page: SheetPage, of total: Int, wantsPDF: Bool, resolutions: [Int], on context: DrawingContext
    ) throws(LabelsError) -> Product {
        var pictures: [[UInt8]] = []
        for dotsPerInch in resolutions {
            pictures.append(try picture(of: page, of: total, dotsPerInch: dotsPerInch, on: context))
        }
        return Product(
            number: page.number, cells: self.cells(of: page),
            pdf: wantsPDF ? try PDFPage(page, pageHeight: stock.row.pageHeight, on: context) : nil, pictures: pictures)
    }

    /// A page as a grey PNG.
    private func picture(
        of page: SheetPage, of total: Int, dotsPerInch: Int, on context: DrawingContext
    ) throws(LabelsError) -> [UInt8] {
        let picture = try page.picture(of: stock.row, dotsPerInch: dotsPerInch, on: context)
        let title = "\(settings.job), sheet \(page.number) of \(total)"
        return try LabelsError.translating(
            PNGPicture(
                width: picture.width, height: picture.height, bitDepth: 8, bytesPerRow: picture.width,
                rows: picture.pixels, dotsPerInch: dotsPerInch,
                texts: [("Title", title), ("Software", settings.software)]))
    }

    private static func name(_ path: String, page: Int) -> String {
        path.hasSuffix(".png") ? "\(path.dropLast(4))-\(page).png" : "\(path)-\(page)"
    }

    private static func check(resolution: Int) throws(LabelsError) {
        guard (72...600).contains(resolution) else {
            throw LabelsError(
                code: .settingInvalid,
                message: "cannot draw pages at \(resolution) dpi",
                reason: "pictures of pages have 72 to 600 dpi",
                next: "choose a value inside the range")
        }
    }
}
