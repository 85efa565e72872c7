internal import TextCoding

extension LogHash {
    /// 64 lower-case hexadecimal digits.
    package var text: String { Hexadecimal.lowercase(bytes) }

    /// Reads hexadecimal of either case; nil for anything but 32 bytes.
    package init?(_ text: some StringProtocol) {
        guard let bytes = Hexadecimal.bytes(text) else { return nil }
        self.init(bytes)
    }
}
