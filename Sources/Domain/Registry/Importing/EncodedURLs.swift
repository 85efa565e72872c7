internal import AppClips
internal import CSV
internal import TextCoding

/// The rows of a file whose URLs have characters outside ASCII, said once for all of them.
struct EncodedURLs {
    private var count = 0
    private var first: (url: InvocationURL, line: Int)?

    /// `url`: the URL of a row as it is carried; nil when that is how the row has it.
    mutating func add(_ url: InvocationURL?, line: Int) {
        guard let url else { return }
        count += 1
        if first == nil { first = (url, line) }
    }

    func warning(file: String) -> FileProblem? {
        guard let first else { return nil }
        let others = count == 1 ? "" : ", and those of \(count - 1) other row\(count == 2 ? "" : "s")"
        return FileProblem(
            file: file, line: first.line, column: "url",
            reason: "url has characters outside ASCII\(others): chips and codes carry them percent-encoded, here as "
                + first.url.text)
    }
}
