internal import XML

/// How a cell shows its number, as far as it changes what the number is.
enum NumberFormat: Equatable {
    case plain
    /// At least so many digits: `0000` shows 104 as 0104.
    case padded(Int)
    case date

    /// The formats that a workbook does not spell out (ISO/IEC 29500-1, 18.8.30).
    init(builtIn id: Int) {
        switch id {
        case 14...22, 27...36, 45...47, 50...58: self = .date
        default: self = .plain
        }
    }

    /// A format as a workbook spells it: `yyyy\-mm\-dd`, `0000`, `[Red]#,##0.00 "m"`.
    init(code: String) {
        if code.count > 1, code.allSatisfy({ $0 == "0" }) {
            self = .padded(code.count)
            return
        }
        var isQuoted = false
        var isInBrackets = false
        var isEscaped = false
        for character in code {
            defer { isEscaped = character == "\\" && !isEscaped }
            if isEscaped { continue }
            switch character {
            case "\"": isQuoted.toggle()
            case "[": isInBrackets = true
            case "]": isInBrackets = false
            case "y", "m", "d", "h", "s", "Y", "M", "D", "H", "S":
                guard isQuoted || isInBrackets else {
                    self = code.lowercased().hasPrefix("general") ? .plain : .date
                    return
                }
            default: break
            }
        }
        self = .plain
    }
}

/// The formats of a workbook's cell styles, by the style's number (ISO/IEC 29500-1, 18.8.10).
struct CellStyles {
    private(set) var formats: [NumberFormat] = []
    private var codes: [Int: NumberFormat] = [:]
    private var isInCellFormats = false

    mutating func take(_ event: XMLEvent) {
        switch event {
        case .start("numFmt", let attributes):
            guard let id = attributes["numFmtId"].flatMap({ Int($0) }), let code = attributes["formatCode"] else {
                return
            }
            codes[id] = NumberFormat(code: code)
        case .start("cellXfs", _): isInCellFormats = true
        case .end("cellXfs"): isInCellFormats = false
        case .start("xf", let attributes):
            guard isInCellFormats else { return }
            let id = attributes["numFmtId"].flatMap { Int($0) } ?? 0
            formats.append(codes[id] ?? NumberFormat(builtIn: id))
        default: break
        }
    }
}
