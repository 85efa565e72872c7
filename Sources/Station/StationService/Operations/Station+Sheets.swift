internal import API
internal import Cryptography
internal import Registry

extension Station {
    /// Makes a sheet of a batch's QR labels. Nothing is printed that is not on record, so the record comes before the
    /// file can be had.
    func makeSheet(_ request: SheetRequest, of name: BatchName, by author: Author) async throws -> SheetMade {
        try Self.check(request)
        let detail = try await detail(of: name)
        let selection = try Self.selection(request, detail)
        let named = Set(selection.tags.map(\.store))
        let made = try await sheets.make(
            request, of: name, selection.tags, stores: detail.stores.filter { named.contains($0.id) })
        let cells = made.report.cells.map { SheetRecord.Cell(tag: $0.tag, page: $0.page, position: $0.position) }
        let digest = try made.pdf.map { try SHA256.hexadecimal(of: $0) }
        if let digest {
            let record = SheetRecord(
                batch: name, stock: made.report.stock, digest: digest, cells: cells,
                reprints: selection.reprints)
            try await storage.record(.sheetMade(record), by: author)
        }
        return SheetMade(
            id: made.id, batch: name, stock: made.report.stock, pages: made.report.pages, cells: cells,
            digest: digest, nextStart: made.report.nextStart, warnings: made.report.warnings)
    }

    /// A stock's name is not a path, and nothing is so long that it could fill a command line.
    private static func check(_ request: SheetRequest) throws {
        try check(stock: request.stock, start: request.start)
        guard (request.callToAction ?? "").count <= 200 else {
            throw refusal("the call to action has over 200 characters")
        }
    }

    static func check(stock: String?, start: Int?) throws {
        if let stock {
            let isName =
                stock.utf8.count <= 40
                && stock.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
            guard !stock.isEmpty, isName else { throw refusal("\"\(stock.prefix(40))\" is not a label stock") }
        }
        guard (1...1_000).contains(start ?? 1) else { throw refusal("a sheet has no label \(start ?? 1)") }
    }

    private static func refusal(_ why: String) -> StationError {
        StationError(
            .sheetRefused, "the sheet was not made", why: why,
            next: "see: waymark stock list; nothing was changed")
    }

    /// The QR labels that are to be printed now. A preview shows them whatever became of them.
    private static func selection(_ request: SheetRequest, _ detail: BatchDetail) throws -> PrintSelection {
        let isPreview = request.preview ?? false
        let decision = try PrintSelection.decide(
            detail.batch, .qr, only: request.tags.map(Set.init), again: isPreview || request.again ?? false,
            doubts: isPreview ? [] : detail.batchDoubts)
        switch decision {
        case .print(let selection): return selection
        case .ask(let question): throw question.refusal
        }
    }
}
