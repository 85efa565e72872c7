/// The URL of the row before. In most files a URL begins as the one before it, or is the same, so that the hash of so much is
/// known.
struct PreviousURL: BitwiseCopyable {
    private static let most = 16

    /// Where it begins.
    private var start = 0
    /// How many of its whole words the hashes are known of.
    private var words = 0
    /// For each of them, of all up to it.
    private var hashes = InlineArray<16, ContentHash>(repeating: ContentHash())

    /// "https://", which all begin with that are read quickly.
    private static var https: UInt64 { 0x2F2F_3A73_7074_7468 }

    /// The hash of the URL of `bytes` that begins at `start`, and where it ends: it is the previous one from now on. Nil when it is
    /// none for the fast path.
    ///
    /// Unsafe as the readers of `RawSpan`. What is compared with the URL before is a part of it, so that no delimiter is
    /// passed; the span is the same in each call.
    @unsafe @inline(__always)
    mutating func hash(at start: Int, of bytes: RawSpan, with secrets: ContentSecrets) -> (hash: ContentHash, end: Int)?
    {
        guard unsafe bytes.word(start) == Self.https else { return nil }
        var same = 0
        while same < words, unsafe bytes.word(start &+ 8 &* same) == bytes.word(self.start &+ 8 &* same) { same &+= 1 }
        var hash = same > 0 ? hashes[same &- 1] : ContentHash()
        var position = start &+ 8 &* same
        self.start = start
        while true {
            let next = unsafe bytes.word(position)
            guard RawSpan.isWithinField(next) else { break }
            hash.add(next, secrets)
            if same < Self.most {
                hashes[same] = hash
                same &+= 1
            }
            position &+= 8
        }
        words = same
        return unsafe bytes.hash(start, secrets, begun: hash, known: position &- start)
    }
}
