internal import Registry

/// Up to where a station has heard what its tags need. Stations keep its text and hand it back as it is; the hub keeps
/// none.
struct DocumentMark: Hashable {
    /// The end of a page.
    enum Place: Hashable {
        /// A row of a batch, by the batch's number.
        case tag(batch: Int64, row: Int64)
        /// A document beside the batches' rows: its list, and the digest of its key.
        case item(list: Int64, digest: String)
    }

    /// See ``ServerRun``; without spaces.
    let run: String
    let era: Era
    /// What earlier transactions have done is known; nil where nothing is.
    let since: Int64?
    /// The same, once the last page has come.
    let until: Int64
    /// Nil behind the last page.
    let place: Place?

    /// Nothing is known, and the pages begin.
    init(run: String, era: Era, until: Int64) {
        (self.run, self.era, since, self.until, place) = (run, era, nil, until, nil)
    }

    private init(_ mark: DocumentMark, since: Int64?, until: Int64, place: Place?) {
        (run, era, self.since, self.until, self.place) = (mark.run, mark.era, since, until, place)
    }

    /// Behind a page that is not the last one.
    func behind(_ place: Place) -> DocumentMark { DocumentMark(self, since: since, until: until, place: place) }

    /// Behind the last page.
    var ended: DocumentMark { DocumentMark(self, since: until, until: until, place: nil) }

    /// Where the next pages begin: behind the last page those up to a later transaction.
    func continued(until later: Int64) -> DocumentMark {
        place == nil ? DocumentMark(self, since: until, until: later, place: nil) : self
    }

    /// The transaction from which on rows are looked for must be a former one, and not so long ago that its number in a
    /// row, which has 32 bits, could be taken for a later one's. Where all rows are looked for, any former one will do.
    func isWithin(_ next: Int64) -> Bool {
        let first = since ?? until
        guard 0 <= first, first <= until, until <= next else { return false }
        return since.map { next - $0 < 1 << 30 } ?? true
    }

    // MARK: As text

    private static let form = "1"
    private static let nothing = "-"

    var text: String {
        let parts = [Self.form, run, era.description, since.map { String($0) } ?? Self.nothing, String(until)]
        let end: [String] =
            switch place {
            case .tag(let batch, let row): ["tag", String(batch), String(row)]
            case .item(let list, let digest): ["item", String(list), digest]
            case nil: []
            }
        return (parts + end).joined(separator: ".")
    }

    /// Nil for what is not a mark of this form.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { String($0) }
        guard parts.count == 5 || parts.count == 8, parts[0] == Self.form, let era = Era(parts[2]),
            let until = Int64(parts[4])
        else { return nil }
        let since = Int64(parts[3])
        guard since != nil || parts[3] == Self.nothing else { return nil }
        (run, self.era, self.since, self.until) = (parts[1], era, since, until)
        guard parts.count == 8 else {
            place = nil
            return
        }
        switch (parts[5], Int64(parts[6]), Int64(parts[7])) {
        case ("tag", let batch?, let row?): place = .tag(batch: batch, row: row)
        case ("item", let list?, _): place = .item(list: list, digest: parts[7])
        default: return nil
        }
    }
}
