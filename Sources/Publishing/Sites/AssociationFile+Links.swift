internal import AppClips

/// The section `applinks`: which URLs of the host go to full apps. Apps that a person has installed replace their App
/// Clips, and tags outlive both.
///
/// See: Xcode, "Supporting associated domains"; Bundle Resources, "applinks".
extension AssociationFile {
    /// What marks the components that are made here, so that the next export takes their place.
    private static let comment = "made by waymark site export"

    /// Reads the section. What cannot be read opens nothing.
    static func links(_ section: Any?) -> AppLinks {
        guard let section = section as? [String: Any] else { return AppLinks([]) }
        let variables = section["substitutionVariables"] as? [String: [String]] ?? [:]
        let defaults = section["defaults"] as? [String: Any] ?? [:]
        return AppLinks(
            details(section).map { detail in
                let own = defaults.merging(detail["defaults"] as? [String: Any] ?? [:]) { $1 }
                let components = (detail["components"] as? [[String: Any]])?.map {
                    component($0, defaults: own, variables)
                }
                return AppLinks.Detail(
                    apps: apps(ofDetail: detail),
                    components: components ?? (detail["paths"] as? [String] ?? []).map(component(ofPath:)))
            })
    }

    private static func details(_ section: [String: Any]) -> [[String: Any]] {
        section["details"] as? [[String: Any]] ?? []
    }

    private static func apps(ofDetail detail: [String: Any]) -> [String] {
        (detail["appIDs"] as? [String] ?? []) + [detail["appID"] as? String].compactMap { $0 }
    }

    private static func component(
        _ json: [String: Any], defaults: [String: Any], _ variables: [String: [String]]
    ) -> LinkComponent {
        func flag(_ name: String, _ usual: Bool) -> Bool { json[name] as? Bool ?? defaults[name] as? Bool ?? usual }
        var query = (json["?"] as? String).map(LinkComponent.Query.text)
        if let items = json["?"] as? [String: String] { query = .items(items) }
        return LinkComponent(
            path: json["/"] as? String, query: query, fragment: json["#"] as? String,
            excludes: json["exclude"] as? Bool ?? false, isCaseSensitive: flag("caseSensitive", true),
            isPercentEncoded: flag("percentEncoded", true), variables: variables)
    }

    /// The form before iOS 13: `NOT /help/*`.
    private static func component(ofPath text: String) -> LinkComponent {
        let excludes = text.hasPrefix("NOT ")
        return LinkComponent(path: excludes ? String(text.dropFirst(4)) : text, excludes: excludes)
    }

    /// The section with what the full apps need: others' entries stay, and come first. `links` are the components by
    /// full app. Nil when there is nothing to say.
    static func section(_ old: Any?, with links: [String: [LinkComponent]]) -> [String: Any]? {
        guard let old else { return links.isEmpty ? nil : ["details": details(links)] }
        guard var section = old as? [String: Any] else { return links.isEmpty ? nil : ["details": details(links)] }
        let others = details(section).compactMap { detail -> [String: Any]? in
            guard let components = detail["components"] as? [[String: Any]] else { return detail }
            let kept = components.filter { $0["comment"] as? String != comment }
            guard kept.count < components.count else { return detail }
            return kept.isEmpty ? nil : detail.merging(["components": kept]) { $1 }
        }
        section["details"] = others + details(links)
        return section
    }

    private static func details(_ links: [String: [LinkComponent]]) -> [[String: Any]] {
        // Apps of the same components are one entry.
        let groups = Dictionary(grouping: links) { $0.value }.mapValues { $0.map(\.key).sorted() }
        return groups.sorted { $0.value[0] < $1.value[0] }.map { components, apps in
            ["appIDs": apps, "components": components.map(json)]
        }
    }

    private static func json(_ component: LinkComponent) -> [String: Any] {
        var json: [String: Any] = ["comment": comment]
        json["/"] = component.path
        if case .items(let items) = component.query { json["?"] = items }
        return json
    }
}
