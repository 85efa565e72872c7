public import AppClips

/// Whether a URL template can make the URLs of tags. What is wrong with it is named once, not row by row.
public enum TemplateCheck {
    /// What a tag can fill in.
    public static let variables = ["store", "tag", "placement", "medium", "latitude", "longitude"]

    /// Why no URL can be made by the template; nil where one can.
    public static func refusal(of template: URLTemplate) -> String? {
        let unknown = template.requiredVariables.subtracting(variables).sorted()
        guard !unknown.isEmpty else { return nil }
        return "the template \(template.text) asks for \(unknown.joined(separator: " and ")), and a tag has "
            + variables.joined(separator: ", ")
    }

    /// What the template does not say well, one sentence each.
    public static func warnings(about template: URLTemplate) -> [String] {
        var warnings: [String] = []
        let unknown = template.variables.filter { !variables.contains($0) && !template.requiredVariables.contains($0) }
        if !unknown.isEmpty {
            warnings.append(
                "the template \(template.text) has the variable \(unknown.joined(separator: ", ")), which stays empty: "
                    + "a tag has \(variables.joined(separator: ", "))")
        }
        if !template.variables.contains(where: variables.contains) {
            warnings.append("the template \(template.text) gives every tag the same URL: it has no variable of a tag")
        }
        if !template.text.lowercased().hasPrefix("https:") {
            warnings.append("the template \(template.text) does not begin with https: no App Clip opens from it")
        }
        return warnings
    }
}
