internal import Chips

/// How long an answer a tag brings across while it is where it is. A tag at the edge of the field is heard in short
/// answers and not in long ones. Kept for one visit: another tag, or the same one put down again, starts anew.
public actor ReadReach {
    private var uid: ChipUID?
    private var longest = Int.max

    public init() {}

    /// The reader's field is empty: what comes next is in another place of it.
    public func forget() {
        uid = nil
        longest = .max
    }

    /// Pages of the longest FAST_READ that is worth asking this tag for.
    func pages(of uid: ChipUID) -> Int { self.uid == uid ? longest : .max }

    /// A FAST_READ of more pages than these has failed twice.
    func limit(to pages: Int, of uid: ChipUID) {
        if self.uid != uid { longest = .max }
        self.uid = uid
        longest = min(longest, max(pages, Self.smallest))
    }

    /// Pages of the shortest answer to a read: READ gives as many.
    static let smallest = 4
}
