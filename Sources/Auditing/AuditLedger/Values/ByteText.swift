/// Part of a buffer as a text.
enum ByteText {
    static func text(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
        unsafe bytes.extracting(range).withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
}
