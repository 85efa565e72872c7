internal import AppClips
internal import Registry

/// The stores that pages are about. A web server distinguishes pages by their paths, so a page is about a store where
/// all URLs of its path mean that one.
struct StorePlaces {
    private var stores: [String: Set<StoreID?>] = [:]

    init(_ urls: [InvocationURL], _ finder: StoreFinder) {
        for url in urls {
            var store: StoreID?
            if case .match(let id, _) = finder.store(of: url) { store = id }
            stores[url.host + url.path, default: []].insert(store)
        }
    }

    func store(of url: InvocationURL) -> StoreID? {
        guard let meant = stores[url.host + url.path], meant.count == 1 else { return nil }
        return meant.first ?? nil
    }
}
