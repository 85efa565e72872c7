internal import Registry

/// How many tags are certainly inside and were only counted, by lot and store.
struct FineTags: Sendable {
    /// The tags of one lot for one store.
    struct Group: Hashable, Sendable {
        let lot: Lot
        let store: StoreID
    }

    private let tally: Tally
    private let numbers: [Lot: Int]
    /// By position of the store.
    private let ofStores: [Int: Int]
    private let stores: StoreMap

    /// `tally` counts by the numbers of these lots and the positions of these stores.
    init(_ tally: Tally, lots: LotNumbers, stores: StoreMap) {
        self.tally = tally
        self.stores = stores
        numbers = Dictionary(lots.lots.enumerated().map { ($1, $0) }) { first, _ in first }
        ofStores = tally.ofBatches.reduce(into: [:]) { $0[$1.store, default: 0] += $1.count }
    }

    /// Which provisioned tags are among them.
    var seen: [Bool] { tally.seen }
    /// Seconds since 1970 of the first visit to one of them, when earlier audits are known.
    var firstVisit: Int64? { tally.firstVisit.map(Int64.init) }

    func count(_ group: Group) -> Int {
        guard let store = stores.position(of: group.store), let lot = numbers[group.lot] else { return 0 }
        return tally.count(lot: lot, store: store)
    }

    /// Those of every lot.
    func count(of store: StoreID) -> Int {
        guard let store = stores.position(of: store) else { return 0 }
        return tally.count(lot: 0, store: store) + tally.count(lot: 1, store: store) + ofStores[store, default: 0]
    }
}
