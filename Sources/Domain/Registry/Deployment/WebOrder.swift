public import AppClips
internal import Faults

/// Where people without the App Clip order: a link on the landing pages.
public struct WebOrder: Hashable, Sendable, Codable {
    /// A URL template (RFC 6570) that may have the variable `store`.
    public let url: String
    /// What the link is called, by language such as `EN`; where a page's language is missing, the link shows its host.
    public let labels: [String: String]

    public init(url: String, labels: [String: String] = [:]) {
        self.url = url
        self.labels = labels
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        url = try container.decode(String.self, forKey: .url)
        labels = try container.decodeIfPresent([String: String].self, forKey: .labels) ?? [:]
    }

    /// The link at a store, or at none; nil where it needs a store and there is none.
    public func link(at store: StoreID?) -> InvocationURL? {
        guard let template = try? URLTemplate(url) else { return nil }
        let values = store.map { ["store": $0.text] } ?? [:]
        return (try? template.expand(values)).flatMap { try? InvocationURL($0) }
    }

    /// Everything that is wrong with it, one sentence each.
    var complaints: [String] {
        var complaints: [String] = []
        do throws(AppClipError) {
            let template = try URLTemplate(url)
            for name in template.variables where name != "store" {
                complaints.append("order has the variable \(name) in its url; store is the only one")
            }
            if !url.hasPrefix("https://") { complaints.append("the url of order does not begin with https://") }
        } catch {
            complaints.append("the url of order is not a URL template: \(error.reason)")
        }
        for (language, label) in labels.sorted(by: { $0.key < $1.key }) {
            if language.utf8.count != 2 || !language.utf8.allSatisfy({ (0x41...0x5A).contains($0) }) {
                complaints.append(
                    "labels of order names the language \"\(language)\": two capitals such as EN are meant")
            }
            if label.isEmpty || label.count > 30 {
                complaints.append(
                    "the label of order in \(language) has \(label.count) characters; 1 to 30 fit on a button")
            }
        }
        return complaints
    }
}
