internal import API
internal import Cryptography
internal import Registry

extension Station {
    /// Makes a sheet of a batch's QR labels. Nothing is printed that is not on record, so the record comes before the
    /// file can be had.
    func makeSheet(_ request: SheetRequest, of name: BatchName, by author: Author) async throws -> SheetMade {
        try Self.check(request)
        let detail = try await detail(of: name)
        let tags = try Self.selection(request, detail)
        let named = Set(tags.map(\.store))
        let made = try await sheets.make(
            request, of: name, tags, stores: detail.stores.filter { named.contains($0.id) })
        let cells = made.report.cells.map { SheetRecord.Cell(tag: $0.tag, page: $0.page, position: $0.position) }
        let digest = try made.pdf.map { try SHA256.hexadecimal(of: $0) }
        if let digest {
            let record = SheetRecord(
                batch: name, stock: made.report.stock, digest: digest, cells: cells,
                reprints: tags.filter { $0.prints > 0 }.map(\.id))
            try await storage.record(.sheetMade(record), by: author)
        }
        return SheetMade(
            id: made.id, batch: name, stock: made.report.stock, pages: made.report.pages, cells: cells,
            digest: digest, nextStart: made.report.nextStart, warnings: made.report.warnings)
    }

    /// A stock's name is no path, and nothing is so long that it could fill a command line.
    private static func check(_ request: SheetRequest) throws {
        let isName =
            request.stock.utf8.count <= 40
            && request.stock.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        guard !request.stock.isEmpty, isName else { throw refusal("\"\(request.stock.prefix(40))\" is no label stock") }
        guard (request.callToAction ?? "").count <= 200 else {
            throw refusal("the call to action has over 200 characters")
        }
        guard (1...1_000).contains(request.start ?? 1) else {
            throw refusal("a sheet has no label \(request.start ?? 1)")
        }
    }

    private static func refusal(_ why: String) -> StationError {
        StationError(
            422, "sheet-refused", "the sheet was not made", why: why,
            next: "see: waymark stock list; nothing was changed")
    }

    /// The QR tags that are to be printed now: those that were not printed before, unless somebody says so.
    private static func selection(_ request: SheetRequest, _ detail: BatchDetail) throws -> [Tag] {
        let name = detail.batch.name
        let wanted = request.tags.map(Set.init)
        let isPreview = request.preview ?? false
        var tags = detail.batch.tags.filter { $0.medium == .qr && $0.state != .retired }
        if let wanted {
            if let unknown = wanted.subtracting(tags.map(\.id)).min() {
                throw StationError(
                    409, "not-printable", "the label of tag \(unknown) is not printed",
                    why: "batch \(name) has no such QR code in service", next: "see: waymark batch show \(name)")
            }
            tags = tags.filter { wanted.contains($0.id) }
        }
        if !isPreview, !(request.again ?? false) {
            let fresh = tags.filter { $0.state != .printed }
            if let printed = tags.first(where: { $0.state == .printed }), fresh.isEmpty || wanted != nil {
                throw StationError(
                    409, "printed-before", "batch \(name) is not printed",
                    why: "tag \(printed.id) was printed before: a second label of it could end up in another place",
                    next: "free a spoiled label (waymark tag replace) and print it alone, or say that it is to be "
                        + "printed again")
            }
            tags = fresh
        }
        guard !tags.isEmpty else {
            throw StationError(
                409, "not-printable", "batch \(name) has nothing to print",
                why: "none of its tags in service is a QR code",
                next: "write its NFC tags instead: waymark write \(name)")
        }
        let printable = Set(tags.map(\.id))
        if !isPreview, let doubt = detail.doubts.first(where: { printable.contains($0.tag) }) {
            throw StationError(
                409, "unregistered", "batch \(name) is not printed",
                why: "no registered experience answers for tag \(doubt.tag): \(doubt.why)",
                next: "import the experience (waymark experience import), or correct the URL")
        }
        return tags
    }
}
