internal import Registry

/// What one transaction's changes of the plan ask to be judged again.
struct RejudgedContents {
    private(set) var isEverything = false
    private(set) var urls: Set<ByteCompared> = []
    private(set) var chips: Set<String> = []
    private(set) var stores: Set<StoreID> = []

    mutating func add(_ change: Rejudging) {
        switch change {
        case .nothing: return
        case .everything: isEverything = true
        case .store(let store): stores.insert(store)
        case .contents(let urls, let chips):
            self.urls.formUnion(urls)
            self.chips.formUnion(chips)
        }
    }

    mutating func add(_ other: RejudgedContents) {
        isEverything = isEverything || other.isEverything
        urls.formUnion(other.urls)
        chips.formUnion(other.chips)
        stores.formUnion(other.stores)
    }
}
