internal import Cryptography

/// Which signs a finding is about, so that others in their place are not taken for the same ones.
struct FindingSigns: Sendable, Hashable {
    /// Of more signs the smallest digests are kept, and their number: a sample that is the same in every run.
    static let most = 500

    let count: Int
    /// Digests of what people call them, sorted.
    let known: [String]

    init(count: Int, known: [String]) {
        self.count = count
        self.known = known
    }

    init(of names: [String]) throws {
        let digests = try Set(names).map { name in
            String(try SHA256.hexadecimal(of: "Waymark sign 1\n\(name)".utf8).prefix(12))
        }
        self.init(count: digests.count, known: Array(digests.sorted().prefix(Self.most)))
    }

    /// Whether there are some among these that were not said.
    func hasMore(than said: Self) -> Bool {
        if count > said.count { return true }
        let others = Set(known).subtracting(said.known)
        // Those that were said and are not kept come behind the last one that is.
        if said.count > Self.most, said.known.count == Self.most, let last = said.known.last {
            return others.contains { $0 < last }
        }
        // Of what a former version has kept so many were said, and it is not known which.
        return others.count > said.count - said.known.count
    }

    /// Whether most of those that were said are gone: they were put right, and are said again when they come back.
    func areFew(of said: Self) -> Bool { count * 2 < said.count }

    func joined(with said: Self) -> Self {
        // A former version has kept their number alone: of so many a part is not a sample of all.
        if said.known.isEmpty, said.count > max(count, Self.most) { return said }
        let all = Set(known).union(said.known).sorted()
        return Self(count: max(count, said.count, all.count), known: Array(all.prefix(Self.most)))
    }
}
