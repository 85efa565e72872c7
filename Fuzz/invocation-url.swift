import AppClips

/// Any bytes as an invocation URL: refused, or taken apart so that its parts are the URL again; and both ways of
/// matching, the quick one on bytes and the careful one, say the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let certain = index.fastMatch(bytes.span, 0..<bytes.count)
    guard let url = try? InvocationURL(bytes: bytes) else {
        precondition(certain == nil, "what is not a URL matches")
        return 0
    }
    precondition(assembled(url) == url.text, "the parts of a URL are not the URL")
    let match = index.match(url)
    if let certain {
        guard case .match(let registered, _) = match else { preconditionFailure("certain, but not a match") }
        precondition(registered == index.certainURLs[certain], "two ways of matching disagree")
    }
    for template in templates {
        _ = template.recover(from: url)
    }
    return 0
}

private let index = ExperienceIndex(
    [
        "https://a.example/", "https://a.example/b/", "https://a.example/b/c", "https://a.example/b?d=1",
        "http://e.example/",
        "https://xn--mnchen-3ya.example/", "https://a.example/B/%7Ef",
    ].compactMap { try? InvocationURL($0) })

private let templates = [
    "https://a.example/{store}{?tag}", "https://a.example/{+path}/{store}", "https://{host}/{tag}",
]
.compactMap { try? URLTemplate($0) }

private func assembled(_ url: InvocationURL) -> String {
    url.scheme + "://" + (url.userInfo.map { $0 + "@" } ?? "") + url.host + (url.port.map { ":" + $0 } ?? "") + url.path
        + (url.query.map { "?" + $0 } ?? "") + (url.fragment.map { "#" + $0 } ?? "")
}
