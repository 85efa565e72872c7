import Synchronization

/// Tags by name, one of which may lie on the antenna.
final class TagShelf: Sendable {
    private struct State {
        var tags: [String: any EmulatedTag] = [:]
        /// The tag that was last put on the antenna; the shelf's own copy of it is out of date.
        var nameOnAntenna: String?
    }

    private let antenna: Antenna
    private let state = Mutex(State())

    init(antenna: Antenna) {
        self.antenna = antenna
    }

    /// Every tag's name, in order.
    var names: [String] { state.withLock { $0.tags.keys.sorted() } }

    /// The name of the tag that is in the field.
    var nameInField: String? { antenna.isTagInField ? state.withLock { $0.nameOnAntenna } : nil }

    /// A tag as it is now.
    subscript(name: String) -> (any EmulatedTag)? {
        state.withLock { $0.nameOnAntenna == name ? antenna.anyTag ?? $0.tags[name] : $0.tags[name] }
    }

    /// Keeps a new tag under a name, in place of any other of that name that is not on the antenna.
    func put(_ tag: any EmulatedTag, as name: String) {
        state.withLock { $0.tags[name] = tag }
    }

    /// Changes a Type 2 tag where it is; false if there is none of that name.
    func update(_ name: String, _ body: (inout Type2Tag) -> Void) -> Bool {
        state.withLock { state in
            guard state.tags[name] is Type2Tag else { return false }
            if state.nameOnAntenna == name {
                antenna.update(body)
            } else if var tag = state.tags[name] as? Type2Tag {
                body(&tag)
                state.tags[name] = tag
            }
            return true
        }
    }

    /// Puts a tag on the antenna, in place of any other; false if there is none of that name.
    func insert(_ name: String) -> Bool {
        guard self[name] != nil else { return false }
        remove()
        guard let tag = self[name] else { return false }
        state.withLock { $0.nameOnAntenna = name }
        antenna.insert(tag)
        return true
    }

    /// Takes the tag off the antenna, back to the shelf, and returns its name.
    @discardableResult
    func remove() -> String? {
        let tag = antenna.take()
        return state.withLock { state in
            guard let name = state.nameOnAntenna else { return nil }
            if let tag { state.tags[name] = tag }
            state.nameOnAntenna = nil
            return name
        }
    }
}
