internal import AppClips

/// The section `applinks`: which URLs of the host go to full apps. Apps that a person has installed replace their App
/// Clips, and tags outlive both.
///
/// See: Xcode, "Supporting associated domains"; Bundle Resources, "applinks".
extension AssociationFile {
    /// What marks the components that are made here, so that the next export takes their place.
    private static let comment = "made by waymark site export"
    /// Follows the comment of a component that speaks for those after it, too; their number comes last.
    private static let andNext = ", and so are the next "

    /// Reads the section. What cannot be read opens nothing.
    static func links(_ section: Any?) -> AppLinks {
        guard let section = section as? [String: Any] else { return AppLinks([]) }
        let variables = section["substitutionVariables"] as? [String: [String]] ?? [:]
        let defaults = section["defaults"] as? [String: Any] ?? [:]
        return AppLinks(
            ((try? entries(section)) ?? []).map { detail in
                let own = defaults.merging(detail["defaults"] as? [String: Any] ?? [:]) { $1 }
                let components = (detail["components"] as? [[String: Any]])?.map {
                    component($0, defaults: own, variables)
                }
                return AppLinks.Detail(
                    apps: apps(ofDetail: detail),
                    components: components ?? (detail["paths"] as? [String] ?? []).map(component(ofPath:)))
            })
    }

    /// The entries, in the form of 2015 an object by app. Throws for what would be lost.
    private static func entries(_ section: [String: Any]) throws(SiteError) -> [[String: Any]] {
        switch section["details"] {
        case nil: return []
        case let list as [[String: Any]]: return list
        case let byApp as [String: [String: Any]]:
            return byApp.sorted { $0.key < $1.key }.map { app, entry in entry.merging(["appID": app]) { $1 } }
        default:
            throw .badAssociation(
                "the details of its applinks are neither a list of objects nor an object by app",
                next: "correct the file, or move it away")
        }
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

    /// The section with what the full apps need: entries of others stay, and come first. `links` are the components by
    /// full app; an app without any loses those that were made here. Nil when there is nothing to say. With
    /// `markingEach` false one comment is for all components of an entry.
    static func section(
        _ old: Any?, with links: [String: [LinkComponent]], markingEach: Bool
    ) throws(SiteError) -> Any? {
        let made = details(links, markingEach: markingEach)
        let own = Set(links.keys)
        var section: [String: Any] = [:]
        var others: [[String: Any]] = []
        var isChanged = !made.isEmpty
        do throws(SiteError) {
            if let old { section = try object(old) }
            for entry in try entries(section) {
                if let left = parts(of: entry, without: own) {
                    others += left
                    isChanged = true
                } else {
                    others.append(entry)
                }
            }
        } catch {
            // With nothing to add it stays as it is, whatever it is.
            if made.isEmpty { return old }
            throw error
        }
        guard isChanged else { return old }
        section["details"] = others + made
        return section
    }

    private static func object(_ section: Any) throws(SiteError) -> [String: Any] {
        guard let object = section as? [String: Any] else {
            throw .badAssociation("its applinks are not an object", next: "correct the file, or move it away")
        }
        return object
    }

    /// What is left of an entry when the components are gone that were made here for these apps; nil where it has none.
    private static func parts(of entry: [String: Any], without own: Set<String>) -> [[String: Any]]? {
        let named = apps(ofDetail: entry)
        guard let components = entry["components"] as? [[String: Any]], !own.isDisjoint(with: named) else { return nil }
        let areMade = areMadeHere(components)
        guard areMade.contains(true) else { return nil }
        let kept = zip(components, areMade).filter { !$0.1 }.map { $0.0 }
        func part(_ apps: [String], _ components: [[String: Any]]) -> [[String: Any]] {
            guard !apps.isEmpty, !components.isEmpty else { return [] }
            var part = entry
            part["appID"] = nil
            part["appIDs"] = apps
            part["components"] = components
            return [part]
        }
        return part(named.filter { !own.contains($0) }, components) + part(named.filter { own.contains($0) }, kept)
    }

    /// Which components have the comment, or are among those that a comment speaks for. One with words of its own is
    /// not.
    private static func areMadeHere(_ components: [[String: Any]]) -> [Bool] {
        var following = 0
        return components.map { component in
            guard let text = component["comment"] as? String else {
                guard following > 0 else { return false }
                following -= 1
                return true
            }
            if text == comment {
                following = 0
                return true
            }
            guard text.hasPrefix(comment + andNext), let number = Int(text.dropFirst((comment + andNext).count)) else {
                return false
            }
            following = number
            return true
        }
    }

    private static func details(_ links: [String: [LinkComponent]], markingEach: Bool) -> [[String: Any]] {
        // Apps of the same components are one entry.
        let groups = Dictionary(grouping: links.filter { !$0.value.isEmpty }) { $0.value }
            .mapValues { $0.map(\.key).sorted() }
        return groups.sorted { $0.value[0] < $1.value[0] }.map { components, apps -> [String: Any] in
            let isEach = markingEach || components.count == 1
            let mark = isEach ? comment : "\(comment)\(andNext)\(components.count - 1)"
            let made = components.enumerated().map { index, component in
                json(component, comment: isEach || index == 0 ? mark : nil)
            }
            return ["appIDs": apps, "components": made]
        }
    }

    private static func json(_ component: LinkComponent, comment: String?) -> [String: Any] {
        var json: [String: Any] = [:]
        json["comment"] = comment
        json["/"] = component.path
        if case .items(let items) = component.query { json["?"] = items }
        return json
    }
}
