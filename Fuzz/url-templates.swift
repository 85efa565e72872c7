import AppClips
import Registry

/// Any bytes as a URL of each of a few templates: where the fast way finds fields, the careful one reads the same values,
/// and the experience that the fast way names is the one that the domain's decision names.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    for shape in shapes { shape.check(bytes) }
    return 0
}

private let urls = [
    "https://a.example/", "https://a.example/s/", "https://a.example/s/b", "https://a.example/?tag=7",
    "https://a.example/s/c?tag=1",
]

/// What the one decision is made from.
private let finder = ExperienceFinder(
    urls.compactMap { text in
        guard let url = try? InvocationURL(text), let card = try? Card(title: "A", subtitle: "B", action: .open) else {
            return nil
        }
        return Experience(url: url, card: card)
    })

private let index = finder.index

private let shapes =
    [
        "https://a.example/{store}{?tag}", "https://a.example/s/{store}/{tag}", "https://a.example/s/{store}-x{?tag,v}",
        "https://a.example/{?store,tag}", "https://a.example/s/{store}?tag={tag}", "https://a.example/s/{+store}{?tag}",
        "https://a.example/s{/store}{?tag}",
    ].flatMap { text in
        [true, false].compactMap { isOnly in (try? URLTemplate(text)).flatMap { Shape($0, isOnly: isOnly) } }
    }

/// A template in both forms.
private struct Shape {
    let template: URLTemplate
    let isOnly: Bool
    let fast: FastTemplate
    let prefix: FastPrefix?

    /// Nil where there is no fast form.
    init?(_ template: URLTemplate, isOnly: Bool) {
        guard let fast = FastTemplate(template, isOnly: isOnly) else { return nil }
        self.template = template
        self.isOnly = isOnly
        self.fast = fast
        prefix = FastPrefix(fast, index)
    }

    func check(_ bytes: [UInt8]) {
        // In a buffer with more before and behind it, as in a file.
        let buffer = [0x2C] + bytes + [0x2C] + [UInt8](repeating: 0x78, count: 32)
        let range = 1..<(bytes.count + 1)
        if let fields = fast.fields(in: buffer.span, range) { compare(fields, buffer, bytes) }
        guard let prefix, let fields = prefix.fields(in: buffer.span, range) else { return }
        compare(fields, buffer, bytes)
        guard let url = try? InvocationURL(bytes: bytes), case .registered(let opened) = finder.status(of: url) else {
            preconditionFailure("a fast prefix, but not registered")
        }
        precondition(opened.url == index.certainURL(prefix.experience), "another experience opens")
        precondition(finder.status(of: url.text) == .registered(opened), "the text comes to something else")
    }

    private func compare(_ fields: FastTemplate.Fields, _ buffer: [UInt8], _ bytes: [UInt8]) {
        guard let reading = template.reading(of: String(decoding: bytes, as: UTF8.self)) else {
            preconditionFailure("fields where the careful way reads nothing")
        }
        func text(_ range: Range<Int>?) -> String? { range.map { String(decoding: buffer[$0], as: UTF8.self) } }
        precondition(text(fields.store) == reading.values["store"], "another store")
        precondition(text(fields.tag) == reading.values["tag"], "another tag")
    }
}
