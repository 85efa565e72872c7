extension String {
    /// Whether it consists of one character or more, up to `limit`, all of them printable ASCII and no space at either
    /// end. What is true for so many texts is found out without asking Unicode about each character.
    func isPrintableASCII(atMost limit: Int) -> Bool {
        let bytes = utf8Span.span
        guard !bytes.isEmpty, bytes.count <= limit, bytes[0] != 0x20, bytes[bytes.count - 1] != 0x20 else {
            return false
        }
        for index in bytes.indices where bytes[index] < 0x20 || bytes[index] > 0x7E { return false }
        return true
    }
}
