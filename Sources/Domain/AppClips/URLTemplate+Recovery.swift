internal import TextCoding

extension URLTemplate {
    /// What a URL says when it is read by a template.
    public struct Reading: Sendable, Hashable {
        /// By variable; those that were absent are absent.
        public internal(set) var values: [String: String]
        /// How many of its query parameters the template does not have.
        public internal(set) var ignored = 0
    }

    /// The values from which this URL was made, or nil when it is not an expansion of the template.
    ///
    /// Query parameters may come in any order, and those that the template does not have are ignored, as an App Clip
    /// ignores them: a parameter of a campaign must not hide the store. Of a parameter that is there several times the
    /// first counts. A fragment is ignored unless the template has one.
    public func recover(from url: String) -> [String: String]? {
        read(Array(url.utf8))?.values
    }

    /// The same, and how much of the URL it does not explain.
    public func reading(of url: String) -> Reading? { read(Array(url.utf8)) }

    public func recover(from url: InvocationURL) -> [String: String]? {
        read(url.bytes)?.values
    }

    private func read(_ raw: [UInt8]) -> Reading? {
        let bytes = PercentCoding.carried(raw)
        // A reserved variable at the end of the path may hold question marks and number signs.
        if path.endsInReservedVariable { return path.match(bytes[...]).map { Reading(values: $0) } }

        let hash = bytes.firstIndex(of: UInt8(ascii: "#"))
        let beforeFragment = bytes[..<(hash ?? bytes.endIndex)]
        let question = beforeFragment.firstIndex(of: UInt8(ascii: "?"))
        guard let values = path.match(beforeFragment[..<(question ?? beforeFragment.endIndex)]),
            var reading = readQuery(question.map { beforeFragment[($0 + 1)...] } ?? [])
        else { return nil }
        reading.values.merge(values) { first, _ in first }
        guard let fragment else { return reading }
        guard let hash, let more = fragment.match(bytes[(hash + 1)...]) else { return nil }
        reading.values.merge(more) { first, _ in first }
        return reading
    }

    private func readQuery(_ found: ArraySlice<UInt8>) -> Reading? {
        var fixed: [[UInt8]: TemplatePattern] = [:]
        var optional: Set<String> = []
        for item in query?.items ?? [] {
            switch item {
            case .fixed(let name, let value): fixed[name] = value
            case .optional(let names): optional.formUnion(names)
            }
        }
        var reading = Reading(values: [:])
        for parameter in found.split(separator: UInt8(ascii: "&")) {
            let equals = parameter.firstIndex(of: UInt8(ascii: "=")) ?? parameter.endIndex
            let name = parameter[..<equals]
            if let pattern = fixed.removeValue(forKey: Array(name)) {
                guard let more = pattern.match(parameter[equals...]) else { return nil }
                reading.values.merge(more) { first, _ in first }
            } else if let variable = optional.remove(String(decoding: name, as: UTF8.self)),
                equals < parameter.endIndex,
                let value = String(validating: PercentCoding.decodeLeniently(parameter[(equals + 1)...]), as: UTF8.self)
            {
                reading.values[variable] = value
            } else {
                reading.ignored += 1
            }
        }
        return fixed.isEmpty ? reading : nil
    }
}
