extension URLTemplate {
    /// The values from which this URL was made, or nil when it is no expansion of the template.
    ///
    /// Query parameters may come in any order; one that the template does not have, or one twice, makes it
    /// another URL. Variables that were absent are absent from the result.
    public func recover(from url: String) -> [String: String]? {
        recover(from: Array(url.utf8))
    }

    public func recover(from url: InvocationURL) -> [String: String]? {
        recover(from: url.bytes)
    }

    private func recover(from bytes: [UInt8]) -> [String: String]? {
        // A reserved variable at the end of the path may hold question marks and number signs.
        if path.endsInReservedVariable { return path.match(bytes[...]) }

        let hash = bytes.firstIndex(of: UInt8(ascii: "#"))
        let beforeFragment = bytes[..<(hash ?? bytes.endIndex)]
        let question = beforeFragment.firstIndex(of: UInt8(ascii: "?"))
        guard var values = path.match(beforeFragment[..<(question ?? beforeFragment.endIndex)]) else {
            return nil
        }

        let found = question.map { beforeFragment[($0 + 1)...] }
        guard let parameters = recoverQuery(found) else { return nil }
        values.merge(parameters) { first, _ in first }

        switch (fragment, hash) {
        case (nil, nil): return values
        case (let pattern?, let hash?):
            guard let more = pattern.match(bytes[(hash + 1)...]) else { return nil }
            return values.merging(more) { first, _ in first }
        default: return nil
        }
    }

    private func recoverQuery(_ found: ArraySlice<UInt8>?) -> [String: String]? {
        guard let found else { return query.map(hasFixedItems) ?? false ? nil : [:] }
        guard let query, !found.isEmpty else { return nil }
        var fixed: [[UInt8]: TemplatePattern] = [:]
        var optional: Set<String> = []
        for item in query.items {
            switch item {
            case .fixed(let name, let value): fixed[name] = value
            case .optional(let names): optional.formUnion(names)
            }
        }
        var values: [String: String] = [:]
        for parameter in found.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) {
            let equals = parameter.firstIndex(of: UInt8(ascii: "=")) ?? parameter.endIndex
            let name = parameter[..<equals]
            if let pattern = fixed.removeValue(forKey: Array(name)) {
                guard let more = pattern.match(parameter[equals...]) else { return nil }
                values.merge(more) { first, _ in first }
            } else {
                guard let variable = optional.remove(String(decoding: name, as: UTF8.self)),
                    equals < parameter.endIndex,
                    let value = String(
                        validating: PercentEncoding.decode(parameter[(equals + 1)...]), as: UTF8.self)
                else { return nil }
                values[variable] = value
            }
        }
        return fixed.isEmpty ? values : nil
    }

    private func hasFixedItems(_ query: Query) -> Bool {
        query.items.contains { if case .fixed = $0 { true } else { false } }
    }
}
