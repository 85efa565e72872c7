/// A text that is compared byte for byte, as a database does. Swift's strings are the same when they are canonically
/// equivalent (Unicode, UAX #15): "é" is "e" with an accent behind it, and the Kelvin sign is a "K".
@propertyWrapper public struct ByteCompared: Hashable, Sendable {
    public internal(set) var wrappedValue: String

    public init(wrappedValue: String) { self.wrappedValue = wrappedValue }

    /// Of a key of a set or a dictionary.
    public init(_ text: String) { wrappedValue = text }

    public static func == (left: Self, right: Self) -> Bool {
        // The same bytes are the same text; the converse holds without a further look where all of it is ASCII.
        guard left.wrappedValue == right.wrappedValue else { return false }
        let (one, other) = (left.wrappedValue.utf8Span, right.wrappedValue.utf8Span)
        if one.isKnownASCII, other.isKnownASCII { return true }
        guard one.count == other.count else { return false }
        for index in one.span.indices where one.span[index] != other.span[index] { return false }
        return true
    }

    public func hash(into hasher: inout Hasher) {
        // Every byte with its place: a text's own hash is that of its canonical form.
        unsafe wrappedValue.utf8Span.span.withUnsafeBytes { bytes in unsafe hasher.combine(bytes: bytes) }
    }
}
