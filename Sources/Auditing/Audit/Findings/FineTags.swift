internal import Registry

/// How many tags are certainly inside and were only counted, by lot and store.
struct FineTags: Sendable {
    /// The tags of one lot for one store.
    struct Group: Hashable, Sendable {
        /// Its number.
        let lot: Int
        /// Its position.
        let store: Int
    }

    private let tally: Tally
    /// By position of the store.
    private let ofStores: [Int: Int]

    init(_ tally: Tally) {
        self.tally = tally
        ofStores = tally.ofBatches.reduce(into: [:]) { $0[$1.store, default: 0] += $1.count }
    }

    /// Which provisioned tags are among them.
    var seen: [Bool] { tally.seen }
    /// Seconds since 1970 of the first visit to one of them, when earlier audits are known.
    var firstVisit: Int64? { tally.firstVisit.map(Int64.init) }

    func count(_ group: Group) -> Int { tally.count(lot: group.lot, store: group.store) }

    /// Those of every lot, for the store at a position.
    func count(ofStoreAt store: Int) -> Int {
        tally.count(lot: 0, store: store) + tally.count(lot: 1, store: store) + ofStores[store, default: 0]
    }
}
