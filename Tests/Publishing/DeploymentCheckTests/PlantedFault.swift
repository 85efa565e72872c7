import AppClips
import CSV
import DeploymentCheck
import Geodesy
import Registry
import Testing

/// One fault in a copy of a shipped deployment, and the one finding that it must become.
struct PlantedFault: Sendable, CustomTestStringConvertible {
    let code: RuleCode
    let deployment: String
    var edits: [(file: String, from: String, to: String)] = []
    /// What the message says.
    let words: String
    var change: @Sendable (inout CheckSubject) throws -> Void = { _ in }

    var testDescription: String { "\(code.rawValue) in \(deployment): \(words)" }

    func report() throws -> CheckReport {
        do {
            var subject = try ShippedDeployment(deployment, edits: edits).subject()
            try change(&subject)
            return CheckReport(subject)
        } catch let error as FileError {
            return CheckReport(refused: error.problems)
        }
    }
}

extension CheckSubject {
    /// The first tag of a medium with another URL.
    mutating func retag(_ url: String, _ medium: Medium = .nfc, store: String? = nil) throws {
        let index = try #require(
            tags.firstIndex { $0.medium == medium && (store == nil || $0.store.text == store) })
        let old = tags[index]
        tags[index] = Registry.Tag(
            id: old.id, batch: old.batch, store: old.store, placement: old.placement, medium: old.medium, url: url,
            deployed: old.deployed)
    }

    /// The first tag of a medium on another host, where its experience is registered, too.
    mutating func rehost(_ host: String, _ medium: Medium) throws {
        let tag = try #require(tags.first { $0.medium == medium })
        let old = try #require(experiences.first { tag.url.hasPrefix($0.url.text) })
        let url = old.url.text.replacing(old.url.host, with: host)
        try retag(tag.url.replacing(old.url.host, with: host), medium)
        experiences.append(
            Experience(
                url: try InvocationURL(url), card: old.card, store: old.store?.name, image: old.image,
                language: old.language, deployment: old.deployment))
        let association = associations?[old.url.host]
        associations?[host] = association
    }

    mutating func replace(_ index: Int, status: Experience.Status = .active, app: String? = nil) {
        let old = experiences[index]
        experiences[index] = Experience(
            url: old.url, card: old.card, store: old.store?.name, image: old.image, language: old.language,
            status: status,
            app: app, deployment: old.deployment)
    }

    mutating func reprofile(
        apps: [String], appStoreIDs: [String: String], fullApps: [String]? = nil, minimumIOS: String? = nil,
        android: [AndroidApp] = []
    ) {
        let old = deployments[0]
        deployments[0] = DeploymentProfile(
            name: old.name, template: old.template, apps: apps, appStoreIDs: appStoreIDs,
            fullApps: fullApps ?? old.fullApps, minimumIOS: minimumIOS, push: old.push, chip: old.chip,
            android: android)
    }

    /// An app for Android, and what the hosts say about it.
    mutating func grant(_ links: [String: AssetLinks]) {
        let app = AndroidApp(name: "example.app", fingerprints: ["AA:01", "BB:02"])
        let old = deployments[0]
        reprofile(apps: old.apps, appStoreIDs: old.appStoreIDs, android: [app])
        assetLinks = links
    }

    /// Every host's site association as it is, for these App Clips.
    mutating func vouch(for apps: [String]) {
        associations = associations?.mapValues { association in
            guard case .apps(_, let links) = association else { return association }
            return .apps(apps, links: links)
        }
    }
}
