public import Faults
internal import TextCoding

extension URLTemplate {
    /// The URL for these values (RFC 6570 section 3). Values that the template has no variable for are ignored.
    ///
    /// Throws when a required value is missing or empty, a value would not be recovered as it is, or the URL
    /// becomes too long.
    public func expand(_ values: [String: String]) throws(AppClipError) -> String {
        for name in variables where requiredVariables.contains(name) && (values[name] ?? "").isEmpty {
            throw refusal("\(name) has no value", "give \(name) a value")
        }
        var url = try expand(path, values)
        if let query { url += try expand(query, values) }
        if let fragment { url += try [UInt8(ascii: "#")] + expand(fragment, values) }
        guard url.count <= InvocationURL.sizeLimit else {
            throw refusal(
                "the URL would have \(url.count) bytes, the limit is \(InvocationURL.sizeLimit)",
                "use shorter values")
        }
        return String(decoding: url, as: UTF8.self)
    }

    private func expand(_ pattern: TemplatePattern, _ values: [String: String]) throws(AppClipError)
        -> [UInt8]
    {
        var bytes: [UInt8] = []
        for piece in pattern.pieces {
            switch piece {
            case .literal(let literal): bytes += literal
            case .variable(let name, let keepsReserved):
                let value = values[name] ?? ""
                if keepsReserved { try checkReserved(value, name) }
                bytes += PercentCoding.encode(value.utf8) {
                    ASCII.isUnreserved($0) || keepsReserved && ASCII.isReserved($0)
                }
            case .parameters(let names):
                for name in names {
                    guard let value = values[name] else { continue }
                    bytes += ";\(name)".utf8
                    if !value.isEmpty { bytes += "=\(PercentCoding.encode(value))".utf8 }
                }
            }
        }
        return bytes
    }

    private func expand(_ query: Query, _ values: [String: String]) throws(AppClipError) -> [UInt8] {
        var parameters: [[UInt8]] = []
        for item in query.items {
            switch item {
            case .fixed(let name, let value): parameters.append(name + (try expand(value, values)))
            case .optional(let names):
                for name in names {
                    guard let value = values[name] else { continue }
                    parameters.append(Array("\(name)=\(PercentCoding.encode(value))".utf8))
                }
            }
        }
        return parameters.isEmpty ? [] : "?".utf8 + Array(parameters.joined(separator: "&".utf8))
    }

    /// `{+x}` copies a percent sign with two digits unchanged, so reading it back would decode it.
    private func checkReserved(_ value: String, _ name: String) throws(AppClipError) {
        if value.contains("%") {
            throw refusal(
                "the value of \(name) has a percent sign, which could not be read back", "leave the sign out")
        }
    }

    private func refusal(_ reason: String, _ next: String) -> AppClipError {
        AppClipError(
            code: .values, message: "no URL can be made from the template \(text)", reason: reason, next: next
        )
    }
}
