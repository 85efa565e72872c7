internal import Markup

/// A property list in XML.
indirect enum PropertyList {
    case text(String)
    case flag(Bool)
    case list([PropertyList])
    case entries([(key: String, value: PropertyList)])

    /// A whole file.
    var document: String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        \(lines.joined(separator: "\n"))
        </plist>

        """
    }

    private var lines: [String] {
        switch self {
        case .text(let text): ["<string>\(MarkupText.escaped(text))</string>"]
        case .flag(let flag): [flag ? "<true/>" : "<false/>"]
        case .list(let items): ["<array>"] + items.flatMap(\.lines).map { "\t\($0)" } + ["</array>"]
        case .entries(let entries):
            ["<dict>"]
                + entries.flatMap { ["\t<key>\(MarkupText.escaped($0.key))</key>"] + $0.value.lines.map { "\t\($0)" } }
                + ["</dict>"]
        }
    }
}
