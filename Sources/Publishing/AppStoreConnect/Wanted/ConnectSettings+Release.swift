internal import AppClips
internal import Faults
internal import Registry

extension ConnectSettings {
    /// The default experience's card. The title is the app's name.
    package struct DefaultExperience: Sendable, Hashable, Codable {
        /// The card in one locale.
        package struct Text: Sendable, Hashable, Codable {
            package let subtitle: String
            /// The path of a picture in the deployment's folder.
            package let image: String?
        }

        /// The app's version, such as `2.1`; nil: the one in preparation.
        package let version: String?
        /// `OPEN`, `VIEW` or `PLAY`.
        package let action: String
        /// By locale of the App Store, such as `en-US`.
        package let localizations: [String: Text]
        /// What App Review opens.
        package let invocationURLs: [String]?
    }

    /// What is wrong with the default card and the territories.
    func badRelease() -> [String] {
        let territories = (territories ?? []).filter { id in
            id.utf8.count != 3 || !id.utf8.allSatisfy { (0x41...0x5A).contains($0) }
        }.map { "territories names \"\($0)\": App Store Connect names them in three capitals, such as USA and KOR" }
        guard let wanted = defaultExperience else { return territories }
        var complaints: [String] = []
        if ActionWord(rawValue: wanted.action) == nil {
            complaints.append("the action of defaultExperience is \"\(wanted.action)\": OPEN, VIEW or PLAY is meant")
        }
        if wanted.localizations.isEmpty {
            complaints.append("defaultExperience has no localizations: name one, such as en-US")
        }
        for (locale, text) in wanted.localizations.sorted(by: { $0.key < $1.key }) {
            if locale.wholeMatch(of: #/[a-z]{2,3}(-[A-Z][A-Za-z]{1,3})?/#) == nil {
                complaints.append(
                    "\"\(locale)\" in defaultExperience is not a locale of the App Store, such as en-US and ko")
            }
            do throws(AppClipError) {
                _ = try Card(title: "App", subtitle: text.subtitle, action: .open)
            } catch {
                complaints.append("defaultExperience in \(locale): \(error.reason)")
            }
        }
        for url in wanted.invocationURLs ?? [] where (try? InvocationURL(url))?.isSecure != true {
            complaints.append("invocationURLs names \(url), which is not an https URL")
        }
        return complaints + territories
    }
}
