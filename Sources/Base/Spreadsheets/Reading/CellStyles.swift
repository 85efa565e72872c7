internal import XML

/// How a cell shows its number, as far as it changes what the number is.
enum NumberFormat: Equatable {
    case plain
    /// At least so many digits: `0000` shows 104 as 0104.
    case padded(Int)
    /// With an exponent: it was entered with one, as `2E10` is, or is shown shortened.
    case scientific
    case date

    /// The formats that a workbook does not spell out (ISO/IEC 29500-1, 18.8.30).
    init(builtIn id: Int) {
        switch id {
        case 11, 48: self = .scientific
        case 14...22, 27...36, 45...47, 50...58: self = .date
        default: self = .plain
        }
    }

    /// A format as a workbook spells it: `yyyy\-mm\-dd`, `0000;-0000`, `[Red]#,##0.00 "m"`.
    init(code: String) {
        let signs = Self.signs(of: code)
        let ofPositive = signs.prefix { $0 != ";" }
        if ofPositive.count > 1, ofPositive.allSatisfy({ $0 == "0" }) {
            self = .padded(ofPositive.count)
        } else if signs.contains(where: { "ymdhs".contains($0) }), !signs.hasPrefix("general") {
            self = .date
        } else if signs.contains("e+") || signs.contains("e-") {
            self = .scientific
        } else {
            self = .plain
        }
    }

    /// A code in lower case, without what is in brackets and without gaps (`_x` is as wide as an x, `*x` fills the cell
    /// with it: `_D_M` has neither day nor month). A space takes the place of each text.
    private static func signs(of code: String) -> String {
        var signs = ""
        var rest = code.lowercased()[...]
        while let sign = rest.popFirst() {
            switch sign {
            case "\"":
                rest = rest.drop { $0 != "\"" }.dropFirst()
                signs.append(" ")
            case "\\":
                rest = rest.dropFirst()
                signs.append(" ")
            case "[": rest = rest.drop { $0 != "]" }.dropFirst()
            case "_", "*": rest = rest.dropFirst()
            default: signs.append(sign)
            }
        }
        return signs
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
