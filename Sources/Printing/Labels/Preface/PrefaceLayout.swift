/// Words line by line from the top of a page, and on the next one where they do not fit.
struct PrefaceLayout {
    private static let margin = 16_000.0
    private static let indent = 7_000.0
    /// A box to tick.
    private static let box = 3_600.0

    private let paper: Paper
    private let context: DrawingContext
    private var pages: [SheetPage] = []
    private var texts: [PlacedText] = []
    private var rules: [RuledLine] = []
    private var y = Self.margin

    private init(paper: Paper, context: DrawingContext) {
        self.paper = paper
        self.context = context
    }

    static func pages(
        of preface: Preface, on paper: Paper, context: DrawingContext
    ) throws(LabelsError) -> [SheetPage] {
        var layout = PrefaceLayout(paper: paper, context: context)
        for (index, line) in preface.lines.enumerated() {
            let company = line.needsCompany ? Array(preface.lines[(index + 1)...].prefix(Self.mostCompany)) : []
            try layout.place(line, before: company)
        }
        layout.turnPage()
        return layout.pages
    }

    private var width: Double { Double(paper.width) - 2 * Self.margin }
    private var bottom: Double { Double(paper.height) - Self.margin }

    /// Lines that go along with a heading on its page: a task, and what it is about.
    private static let mostCompany = 2

    private mutating func place(_ line: Preface.Line, before next: [Preface.Line]) throws(LabelsError) {
        let block = try block(line)
        var company = 0.0
        for line in next {
            let following = try self.block(line)
            company += following.gap + following.height
            guard line.needsCompany else { break }
        }
        let gap = texts.isEmpty ? 0 : block.gap
        if !texts.isEmpty, y + gap + block.height + company > bottom { turnPage() }
        let top = y + (texts.isEmpty ? 0 : gap)
        if block.hasBox {
            let side = Self.box
            rules += RuledLine.around(Frame(x: Self.margin + block.inset, y: top, width: side, height: side))
        }
        if block.isRuled {
            let under = top + block.height + 900
            rules.append(RuledLine(x1: Self.margin, y1: under, x2: Self.margin + width, y2: under, width: 0.5))
        }
        for part in block.parts { texts.append(part.text.placed(x: part.x, y: top + part.y, alignment: .natural)) }
        y = top + block.height
    }

    private mutating func turnPage() {
        guard !texts.isEmpty else { return }
        pages.append(
            SheetPage(number: pages.count + 1, labels: [], marginTexts: texts, lines: rules, paper: paper))
        (texts, rules, y) = ([], [], Self.margin)
    }

    /// A line with its parts where they are from its top.
    private struct Block {
        var parts: [(text: FittedText, x: Double, y: Double)] = []
        var height = 0.0
        /// White above it.
        var gap = 0.0
        var hasBox = false
        var isRuled = false
        var inset = 0.0
    }

    private func block(_ line: Preface.Line) throws(LabelsError) -> Block {
        let left = Self.margin
        switch line {
        case .title(let text):
            return try single(text, .strong, size: 17, at: left, gap: 8_000)
        case .heading(let text):
            var block = try single(text, .strong, size: 12.5, at: left, gap: 7_000)
            block.isRuled = true
            block.height += 1_200
            return block
        case .text(let text):
            return try single(text, .plain, size: 9.5, at: left, gap: 1_800)
        case .task(let text, let detail):
            var block = try single(text, .strong, size: 10.5, at: left + Self.indent, gap: 4_200)
            block.hasBox = true
            if !detail.isEmpty {
                let small = try fitted(detail, .plain, size: 9, width: width - Self.indent)
                block.parts.append((small, left + Self.indent, block.height + 900))
                block.height += 900 + small.height
            }
            return block
        case .item(let text, let place):
            let (inset, column) = (Self.indent, 0.42 * width)
            let start = left + inset + Self.indent
            let name = try fitted(text, .monospaced, size: 9, width: column - 3_000)
            let belongs = try fitted(place, .plain, size: 9.5, width: width - inset - Self.indent - column)
            return Block(
                parts: [(name, start, 300), (belongs, start + column, 300)],
                height: max(Self.box, 300 + max(name.height, belongs.height)), gap: 1_300, hasBox: true, inset: inset)
        }
    }

    private func single(
        _ text: String, _ style: TextStyle, size: Double, at x: Double, gap: Double
    ) throws(LabelsError) -> Block {
        let fitted = try fitted(text, style, size: size, width: width - (x - Self.margin))
        return Block(parts: [(fitted, x, 0)], height: fitted.height, gap: gap)
    }

    private func fitted(
        _ text: String, _ style: TextStyle, size: Double, width: Double
    ) throws(LabelsError) -> FittedText {
        try FittedText.wrapped(
            TextItem(what: "line of the order", text: text, style: style, size: size), width: width, on: context)
    }
}
