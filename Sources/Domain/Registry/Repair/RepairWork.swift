internal import Chips

/// Work as it is gathered, finding by finding: signs of one fate and one destination together.
struct RepairWork {
    private struct Removal: Hashable {
        let place: StoreID?
        let fate: RepairOrder.Fate
        let opens: StoreID?
    }

    private struct Arrival: Hashable {
        let place: StoreID
        let source: RepairOrder.Source
        let from: StoreID?
    }

    private struct Journey: Hashable {
        let from: StoreID?
        let to: StoreID
    }

    private var removals: [Removal: [RepairOrder.Sign]] = [:]
    private var arrivals: [Arrival: [RepairOrder.Sign]] = [:]
    private var journeys: [Journey: [RepairOrder.Sign]] = [:]
    private var labels: [TagID: RepairOrder.Label] = [:]

    mutating func takeDown(
        _ sign: RepairOrder.Sign, at place: StoreID?, _ fate: RepairOrder.Fate, opens store: StoreID?
    ) {
        Self.add(sign, to: &removals[Removal(place: place, fate: fate, opens: store), default: []])
    }

    mutating func putUp(
        _ sign: RepairOrder.Sign, at place: StoreID, _ source: RepairOrder.Source, from: StoreID? = nil
    ) {
        Self.add(sign, to: &arrivals[Arrival(place: place, source: source, from: from), default: []])
    }

    mutating func send(_ sign: RepairOrder.Sign, from: StoreID?, to: StoreID) {
        Self.add(sign, to: &journeys[Journey(from: from, to: to), default: []])
    }

    mutating func print(_ tag: Tag, storeName: String) {
        labels[tag.id] = RepairOrder.Label(
            tag: tag.id, batch: tag.batch, store: tag.store.text, storeName: storeName, placement: tag.placement,
            url: tag.url, isReprint: tag.prints > 0)
    }

    /// Two findings may ask for the same thing.
    private static func add(_ sign: RepairOrder.Sign, to signs: inout [RepairOrder.Sign]) {
        if !signs.contains(sign) { signs.append(sign) }
    }

    /// Stores by their keys, what is at none of them last; signs by their names.
    func order(for findings: [KeptFinding], stores: [StoreID: Store]) -> RepairOrder {
        let book = PlaceBook(stores: stores)
        let places = Set(removals.keys.map(\.place) + arrivals.keys.map(\.place)).sorted(by: Self.precedes)
        let stops = places.map { id in
            RepairOrder.Stop(place: book.place(id), takeDown: takingDown(at: id, book), putUp: puttingUp(at: id, book))
        }
        let routes = journeys.sorted { left, right in
            left.key.from == right.key.from
                ? left.key.to < right.key.to : Self.precedes(left.key.from, right.key.from)
        }
        let boxes = routes.map { journey, signs in
            RepairOrder.Box(from: book.place(journey.from), to: book.place(journey.to), signs: Self.sorted(signs))
        }
        return RepairOrder(
            findings: findings, stops: stops, boxes: boxes,
            labels: labels.values.sorted { ($0.store, $0.placement, $0.tag) < ($1.store, $1.placement, $1.tag) })
    }

    private func takingDown(at place: StoreID?, _ book: PlaceBook) -> [RepairOrder.TakingDown] {
        let here = removals.filter { $0.key.place == place }.sorted { left, right in
            left.key.fate == right.key.fate
                ? (left.key.opens?.key ?? "") < (right.key.opens?.key ?? "") : left.key.fate.rank < right.key.fate.rank
        }
        return here.map { removal, signs in
            RepairOrder.TakingDown(fate: removal.fate, store: book.place(removal.opens), signs: Self.sorted(signs))
        }
    }

    private func puttingUp(at place: StoreID?, _ book: PlaceBook) -> [RepairOrder.PuttingUp] {
        let here = arrivals.filter { $0.key.place == place }.sorted { left, right in
            left.key.source == right.key.source
                ? (left.key.from?.key ?? "") < (right.key.from?.key ?? "")
                : left.key.source.rank < right.key.source.rank
        }
        return here.map { arrival, signs in
            RepairOrder.PuttingUp(source: arrival.source, from: book.place(arrival.from), signs: Self.sorted(signs))
        }
    }

    private static func precedes(_ left: StoreID?, _ right: StoreID?) -> Bool {
        guard let left else { return false }
        return right.map { left < $0 } ?? true
    }

    private static func sorted(_ signs: [RepairOrder.Sign]) -> [RepairOrder.Sign] {
        signs.sorted { left, right in
            let (first, second) = (left.placement ?? "", right.placement ?? "")
            return first == second
                ? (left.tag, left.uid?.hexadecimal ?? "") < (right.tag, right.uid?.hexadecimal ?? "") : first < second
        }
    }
}

/// What a person has to know of stores.
private struct PlaceBook {
    let stores: [StoreID: Store]

    func place(_ id: StoreID) -> RepairOrder.Place {
        RepairOrder.Place(
            store: id.text, deployment: id.deployment?.text, name: stores[id]?.name ?? id.text,
            address: stores[id]?.address)
    }

    func place(_ id: StoreID?) -> RepairOrder.Place? { id.map(place) }
}

extension RepairOrder.Fate {
    fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension RepairOrder.Source {
    fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
