/// What a file of sightings looks like: drawn by lot from its seed, so that no shape is the one that the audit is tuned for.
struct Shape {
    enum Identifier: CaseIterable { case path, query, longQuery, endOfLongPath }
    enum Order: CaseIterable { case shuffled, byTag, byTime }

    let seed: Int
    let identifier: Identifier
    /// Whether stores are numbers and not words.
    let hasNumbers: Bool
    let order: Order
    /// Sightings of a tag: always five, or one to forty.
    let isEven: Bool
    let quotes: Bool
    let endsLinesWithCR: Bool
    let isPacked: Bool
    /// The usual columns, and up to five more, in some order.
    let columns: [String]
    /// Metres.
    let radii: [Int]
    let accuracies: ClosedRange<Int>

    static let usual = ["time", "url", "uid", "latitude", "longitude", "accuracy", "source", "device"]

    /// Seed 0: the file that this benchmark has always had.
    init(seed: Int) {
        self.seed = seed
        guard seed > 0 else {
            (identifier, hasNumbers, order, isEven) = (.path, false, .shuffled, true)
            (quotes, endsLinesWithCR, isPacked) = (false, false, false)
            (columns, radii, accuracies) = (Self.usual, [150], 4...33)
            return
        }
        var random = Random(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15)
        for _ in 0..<8 { _ = random.next() }
        identifier = Identifier.allCases[random.below(4)]
        hasNumbers = random.below(2) == 0
        order = Order.allCases[random.below(3)]
        isEven = random.below(2) == 0
        quotes = random.below(3) == 0
        endsLinesWithCR = random.below(3) == 0
        isPacked = random.below(4) == 0
        var columns = Self.usual + (0..<random.below(6)).map { "note-\($0)" }
        for index in stride(from: columns.count - 1, to: 0, by: -1) { columns.swapAt(index, random.below(index + 1)) }
        self.columns = columns
        radii = [50, 100, 150, 300, 500]
        accuracies = 3...80
    }

    var template: String {
        switch identifier {
        case .path: "https://chain.example/store/{store}{?tag}"
        case .query: "https://chain.example/order{?store,tag}"
        case .longQuery: "https://appclip.chain.example/order-and-pay/at-the-table{?store,placement,tag}"
        case .endOfLongPath: "https://appclip.chain.example/order-and-pay/at-the-table/of-the-store/{store}{?tag}"
        }
    }

    /// For the peers: what is the store in a URL, as a regular expression with one group.
    var storePattern: String {
        switch identifier {
        case .path: "/store/([^/?]+)"
        case .query, .longQuery: "[?&]store=([^&]+)"
        case .endOfLongPath: "/of-the-store/([^/?]+)"
        }
    }

    func store(_ number: Int) -> String { hasNumbers ? String(10_000 + number) : "s\(padded(number, 5))" }

    func url(store: Int, tag: Int) -> String {
        let (id, name) = (self.store(store), "t\(padded(tag, 7))")
        return switch identifier {
        case .path: "https://chain.example/store/\(id)?tag=\(name)"
        case .query: "https://chain.example/order?store=\(id)&tag=\(name)"
        case .longQuery:
            "https://appclip.chain.example/order-and-pay/at-the-table?store=\(id)&utm_source=sign&placement=table&tag=\(name)"
        case .endOfLongPath:
            "https://appclip.chain.example/order-and-pay/at-the-table/of-the-store/\(id)?tag=\(name)&campaign=autumn-2026"
        }
    }

    var fileName: String { isPacked ? "sightings.csv.gz" : "sightings.csv" }

    /// In words, for the table of figures.
    var words: String {
        [
            "\(identifier)", hasNumbers ? "numbers" : "words", "\(order)", isEven ? "5 a tag" : "1-40 a tag",
            columns.count == 8 ? nil : "\(columns.count) columns", quotes ? "quoted" : nil,
            endsLinesWithCR ? "CRLF" : nil, isPacked ? "gzip" : nil,
        ].compactMap { $0 }.joined(separator: ", ")
    }
}

func padded(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
}
