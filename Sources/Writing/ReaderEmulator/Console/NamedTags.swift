import Synchronization

/// Tags by name, some of which may be on the antenna.
final class NamedTags: Sendable {
    private struct State {
        var tags: [String: any EmulatedTag] = [:]
        /// The tags that were put on the antenna, in that order; the copies of them in `tags` are out of date.
        var namesOnAntenna: [String] = []
    }

    private let antenna: Antenna
    private let state = Mutex(State())

    init(antenna: Antenna) {
        self.antenna = antenna
    }

    /// Every tag's name, in order.
    var names: [String] { state.withLock { $0.tags.keys.sorted() } }

    /// The names of the tags that are in the field.
    var namesInField: [String] { antenna.isTagInField ? state.withLock { $0.namesOnAntenna } : [] }

    /// A tag as it is now. The antenna keeps its tags in the order in which the names are kept.
    subscript(name: String) -> (any EmulatedTag)? {
        state.withLock { state in
            let onAntenna = antenna.tags
            guard let place = state.namesOnAntenna.firstIndex(of: name), place < onAntenna.count else {
                return state.tags[name]
            }
            return onAntenna[place]
        }
    }

    /// Keeps a new tag under a name, in place of any other of that name that is not on the antenna.
    func put(_ tag: any EmulatedTag, as name: String) {
        state.withLock { $0.tags[name] = tag }
    }

    /// Changes a tag where it is; false if there is none of that name and type.
    func update<Tag: EmulatedTag>(_ name: String, _ body: (inout Tag) -> Void) -> Bool {
        state.withLock { state in
            guard var tag = state.tags[name] as? Tag else { return false }
            if state.namesOnAntenna.contains(name) {
                antenna.update(Tag.self, where: { $0.uid == tag.uid }, body)
            } else {
                body(&tag)
                state.tags[name] = tag
            }
            return true
        }
    }

    /// Puts a tag on the antenna, in place of all others or beside them; false if there is none of that name.
    func insert(_ name: String, besideOthers: Bool = false) -> Bool {
        guard self[name] != nil else { return false }
        if besideOthers { remove(name) } else { while remove() != nil {} }
        guard let tag = self[name] else { return false }
        state.withLock { $0.namesOnAntenna.append(name) }
        if besideOthers { antenna.add(tag) } else { antenna.insert(tag) }
        return true
    }

    /// Takes a tag off the antenna, back to the shelf, and returns its name: this one, or the first.
    @discardableResult
    func remove(_ name: String? = nil) -> String? {
        let place = state.withLock { state in
            name.map { state.namesOnAntenna.firstIndex(of: $0) } ?? state.namesOnAntenna.indices.first
        }
        guard let place, let tag = antenna.take(at: place) else { return nil }
        return state.withLock { state in
            let name = state.namesOnAntenna.remove(at: place)
            state.tags[name] = tag
            return name
        }
    }
}
