/// What the URL before began with. In most files nearly all begin alike, so that the hash of so much is known.
struct URLBeginning: BitwiseCopyable {
    /// Of "https://", which all begin with that are read quickly, and what comes next.
    private var words = URLBeginning.none
    /// How many bytes are known: whole words, none of which goes beyond the URL.
    private(set) var count = 0
    private(set) var hash = ContentHash()

    /// Words that are not of ASCII, as no URL begins.
    private static var none: (UInt64, UInt64, UInt64) { (.max, .max, .max) }

    /// "https://"
    private static var https: UInt64 { 0x2F2F_3A73_7074_7468 }

    /// Whether the URL at `start` begins so, too.
    @unsafe @inline(__always)
    func isAt(_ start: Int, _ bytes: RawSpan) -> Bool {
        unsafe bytes.word(start) == words.0 && bytes.word(start &+ 8) == words.1 && bytes.word(start &+ 16) == words.2
    }

    /// Takes the beginning of the URL at `start`; false when it is not one for the fast path.
    @unsafe @inline(never)
    mutating func learn(_ start: Int, _ bytes: RawSpan, with secrets: ContentSecrets) -> Bool {
        guard unsafe bytes.word(start) == Self.https else { return false }
        (hash, count) = (ContentHash(), 0)
        // A comma or a line feed among the words would be known without being seen: then nothing is.
        let words = unsafe (bytes.word(start), bytes.word(start &+ 8), bytes.word(start &+ 16))
        guard RawSpan.isWithinField(words.1), RawSpan.isWithinField(words.2) else {
            self.words = Self.none
            return true
        }
        self.words = words
        for word in [words.0, words.1, words.2] { hash.add(word, secrets) }
        count = 24
        return true
    }
}
