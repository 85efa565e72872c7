/// What a page says in its `meta` elements. Read as browsers read it: order and quotes do not matter, and what is in a comment
/// or in a script is not there. Takes time in proportion to the page's length.
///
/// See: HTML, 13.2.5 (tokenization)
struct PageHead: Sendable {
    /// Contents by name or property, in lower case; the first counts.
    private(set) var contents: [String: String] = [:]

    init(html: ArraySlice<UInt8>) {
        var tags = HTMLTags(html)
        while let tag = tags.next() {
            guard tag.name == "meta" else { continue }
            guard let name = (tag.attributes["name"] ?? tag.attributes["property"])?.lowercased() else { continue }
            if contents[name] == nil { contents[name] = tag.attributes["content"] ?? "" }
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
