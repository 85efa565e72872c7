internal import AppClips

/// Where the variables of a template stand, as code without a template reader can look for them.
struct URLShape: Equatable {
    /// Scheme and host, with the slash behind it.
    let origin: String
    /// The path's segments: a literal, or a variable.
    let segments: [(literal: String?, variable: String?)]
    /// Query keys and the variables that are their values.
    let queryVariables: [(key: String, variable: String)]

    static func == (left: Self, right: Self) -> Bool {
        left.origin == right.origin && left.segments.elementsEqual(right.segments, by: ==)
            && left.queryVariables.elementsEqual(right.queryVariables, by: ==)
    }

    /// Nil when a variable is only part of a segment or of a value: a template that code has to read by itself.
    init?(_ template: URLTemplate) {
        // Values that occur in no template show where each variable stands.
        let marks = Dictionary(
            uniqueKeysWithValues: template.variables.enumerated().map { ($1, "waymark-variable-\($0)-") })
        guard let url = try? InvocationURL(template.expand(marks)), url.fragment == nil else { return nil }
        let variables = Dictionary(uniqueKeysWithValues: marks.map { ($1, $0) })
        origin = "\(url.scheme)://\(url.host)" + (url.port.map { ":\($0)" } ?? "") + "/"
        segments = url.path.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map { segment in
            variables[String(segment)].map { (nil, $0) } ?? (String(segment), nil)
        }
        var found: [(key: String, variable: String)] = []
        for item in (url.query ?? "").split(separator: "&") {
            let parts = item.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, let variable = variables[String(parts[1])] else { continue }
            found.append((String(parts[0]), variable))
        }
        queryVariables = found
        let read = segments.compactMap(\.variable) + found.map(\.variable)
        guard Set(read) == Set(template.variables) else { return nil }
    }
}
