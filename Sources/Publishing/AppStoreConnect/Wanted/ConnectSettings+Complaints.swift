internal import AppClips
internal import Faults
internal import Geodesy
internal import Registry

extension ConnectSettings {
    /// Everything that is wrong with the settings, one sentence each.
    func complaints(about deployment: LoadedDeployment) -> [String] {
        var complaints: [String] = []
        if schema != 1 { complaints.append("schema is \(schema), this version reads schema 1") }
        if app.isEmpty || !app.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            complaints.append("app \"\(app)\" is not the app's number in App Store Connect")
        }
        if clip.isEmpty { complaints.append("clip is empty: it is the App Clip's bundle identifier") }
        complaints += unknownClip(deployment)
        complaints += unknownLanguages(deployment)
        let stores = Set(deployment.stores.map(\.id.text))
        for store in (places ?? [:]).keys.sorted() where !stores.contains(store) {
            complaints.append("places names the store \"\(store)\", which the deployment does not have")
        }
        complaints += deployment.stores.compactMap(contradiction)
        complaints += badTexts(deployment)
        return complaints + badInvocations(deployment) + badRelease()
    }

    private func unknownClip(_ deployment: LoadedDeployment) -> [String] {
        let bundles = deployment.profile.apps.map(DeploymentProfile.bundle)
        guard !clip.isEmpty, !bundles.isEmpty, !bundles.contains(clip) else { return [] }
        return ["clip \(clip) is not among the deployment's apps: \(bundles.joined(separator: ", "))"]
    }

    /// The point belongs to the store. One that is here, too, must be the same.
    private func contradiction(_ store: Store) -> String? {
        guard let own = store.place, let told = places?[store.id.text]?.displayPoint,
            told.coordinates != Place.DisplayPoint(latitude: own.latitude, longitude: own.longitude).coordinates
        else { return nil }
        return "places gives \(store.id) another displayPoint than the store's place-latitude and place-longitude"
    }

    private func unknownLanguages(_ deployment: LoadedDeployment) -> [String] {
        let used = deployment.experiences.map { language(of: $0).text }
        let further = (localizations ?? [:]).values.flatMap(\.keys)
        return Set(used + further).sorted().filter { Language(rawValue: $0) == nil }.map {
            "\"\($0)\" is not a language of App Clip cards; EN, DE, JA and others are, in two capitals"
        }
    }

    private func badTexts(_ deployment: LoadedDeployment) -> [String] {
        let urls = Set(deployment.experiences.map(\.url.text))
        return (localizations ?? [:]).sorted { $0.key < $1.key }.flatMap { url, texts -> [String] in
            guard urls.contains(url) else { return ["localizations names \(url), which is not an experience"] }
            return texts.sorted { $0.key < $1.key }.compactMap { language, text -> String? in
                do throws(AppClipError) {
                    _ = try Card(title: text.title, subtitle: text.subtitle, action: .open)
                    return nil
                } catch {
                    return "\(url) in \(language): \(error.reason)"
                }
            }
        }
    }

    private func badInvocations(_ deployment: LoadedDeployment) -> [String] {
        guard let invocations else { return [] }
        var complaints: [String] = []
        if buildBundle == nil { complaints.append("invocations are for a build, and buildBundle is missing") }
        if invocations.tags.count > WantedInvocation.limit {
            complaints.append(
                "invocations names \(invocations.tags.count) tags, a build takes \(WantedInvocation.limit)")
        }
        let tags = Set(deployment.batches.flatMap(\.tags).map(\.id.text))
        for tag in invocations.tags where !tags.contains(tag) {
            complaints.append("invocations names the tag \"\(tag)\", which the deployment does not have")
        }
        if Set(invocations.tags).count < invocations.tags.count {
            complaints.append("invocations names a tag twice")
        }
        return complaints
    }
}
