public import Faults

extension Identifier {
    /// The first of `STEM-1`, `STEM-2` and so on that is not taken; nil where all of these numbers are.
    fileprivate static func free(_ stem: String, in numbers: ClosedRange<Int>, besides taken: Set<Self>) -> Self? {
        numbers.lazy.compactMap { Self("\(stem)-\($0)") }.first { !taken.contains($0) }
    }
}

extension ReaderRecord {
    /// The name of a reader that was added without one.
    public static func freeName(besides taken: Set<ReaderName>) throws(RegistryError) -> ReaderName {
        if let name = ReaderName.free("reader", in: 1...1_000, besides: taken) { return name }
        throw RegistryError(
            .tooManyReaders, "the reader cannot be named", why: "reader-1 to reader-1000 are taken",
            next: "give it a name: --name NAME")
    }
}

extension AccessToken {
    /// The name of a token that was made without one.
    public static func freeName(besides taken: Set<TokenName>) throws(RegistryError) -> TokenName {
        if let name = TokenName.free("token", in: 1...taken.count + 1, besides: taken) { return name }
        throw RegistryError(
            .alreadyExists, "the token cannot be named", why: "every number is taken",
            next: "give it a name: --name NAME")
    }
}
