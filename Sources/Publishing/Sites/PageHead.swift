/// What the head of a page says in its `meta` elements. Read leniently, as browsers do: order and quotes do not matter.
struct PageHead: Sendable {
    /// Contents by name or property, in lower case; the first counts.
    private(set) var contents: [String: String] = [:]

    init(html: [UInt8]) {
        let text = String(decoding: html, as: UTF8.self)
        for match in text.matches(of: #/<meta\b((?:[^>"']|"[^"]*"|'[^']*')*)>/#.ignoresCase()) {
            var attributes: [String: String] = [:]
            let pairs = match.1.matches(of: #/([A-Za-z:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/#)
            for pair in pairs {
                let value = pair.2 ?? pair.3 ?? pair.4 ?? ""
                attributes[pair.1.lowercased()] = attributes[pair.1.lowercased()] ?? String(value)
            }
            guard let name = (attributes["name"] ?? attributes["property"])?.lowercased() else { continue }
            if contents[name] == nil { contents[name] = attributes["content"] ?? "" }
        }
    }

    /// The Smart App Banner's parts by name: `app-id`, `app-clip-bundle-id`. Nil without a banner.
    var banner: [String: String]? {
        contents["apple-itunes-app"].map { content in
            content.split(separator: ",").reduce(into: [:]) { parts, part in
                let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
                guard pair.count == 2 else { return }
                parts[pair[0].filter { $0 != " " }] = pair[1].filter { $0 != " " }
            }
        }
    }
}
