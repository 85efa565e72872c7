import Synchronization

/// Carries out a feed: makes blank tags, puts them on the antenna and takes them away.
final class TagFeeder: Sendable {
    private struct Work {
        var feed: TagFeed
        let model: TagModel
        /// The number of the first tag, from which its name and serial number are made.
        let first: Int
        /// Names of the tags put down so far.
        var names: [String]
    }

    private let shelf: NamedTags
    private let serialNumbers: SerialNumbers
    private let finished: @Sendable (Int) -> Void
    private let work = Mutex<Work?>(nil)

    /// `finished` gets the number of tags when a feed is done, on the thread of the reader.
    init(
        shelf: NamedTags, antenna: Antenna, serialNumbers: SerialNumbers, finished: @escaping @Sendable (Int) -> Void
    ) {
        self.shelf = shelf
        self.serialNumbers = serialNumbers
        self.finished = finished
        antenna.observe { [weak self] event in self?.happened(event) }
    }

    /// Puts the first of `count` blank tags on the antenna, in place of any other. They are numbered from `first`, or
    /// from where the last feed ended: a tag that has been fed does not come again.
    func start(count: Int, model: TagModel, first: Int? = nil) {
        shelf.remove()
        work.withLock { work in
            let first = first ?? work.map { $0.first + $0.names.count } ?? 1
            work = Work(feed: TagFeed(count: count), model: model, first: first, names: [])
        }
        putDownNext()
    }

    /// The tags put down so far, the last of which may still be on the antenna, and how many are done.
    var progress: (done: Int, count: Int, names: [String])? {
        work.withLock { $0.map { ($0.feed.done, $0.feed.count, $0.names) } }
    }

    private func happened(_ event: AntennaEvent) {
        switch work.withLock({ $0?.feed.happened(event) }) {
        case .takeAway: shelf.remove()
        case .putDownNext: putDownNext()
        case .putDownAgain:
            if let name = progress?.names.last { _ = shelf.insert(name) }
        case .finish:
            shelf.remove()
            if let progress { finished(progress.count) }
        case nil: break
        }
    }

    private func putDownNext() {
        let next: (name: String, tag: any EmulatedTag)? = work.withLock { work in
            guard let current = work else { return nil }
            let number = current.first + current.names.count
            let name = "fed-\(number)"
            work?.names.append(name)
            let uid = serialNumbers.number(number, length: current.model.serialNumberLength)
            return (name, current.model.make(uid))
        }
        guard let next else { return }
        shelf.put(next.tag, as: next.name)
        _ = shelf.insert(next.name)
    }
}
