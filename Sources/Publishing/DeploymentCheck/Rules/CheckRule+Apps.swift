internal import AppClips
internal import Registry

/// Whether the hosts vouch for the App Clips.
extension CheckRule {
    static let apps: [CheckRule] = [
        CheckRule(.noApp, .critical) { context in
            guard !context.active.isEmpty, context.apps.isEmpty else { return [] }
            return [
                Observation(
                    message: "no App Clip is named: no site association can vouch for one",
                    next: "list TEAMID.bundle.Clip under apps in deployment.json")
            ]
        },
        CheckRule(.appUnknown, .critical) { context in
            context.active.compactMap { experience in
                guard let app = experience.app, !context.apps.contains(app) else { return nil }
                return Observation(
                    message: "an experience is for \(app), which is not among the deployment's apps",
                    next: "correct the column app, or list it under apps in deployment.json",
                    experience: experience.url.text)
            }
        },
        CheckRule(.noAppStoreID, .notice) { context in
            context.subject.deployments.flatMap { deployment in
                deployment.apps.filter { deployment.appStoreIDs[$0] == nil }.map {
                    Observation(
                        message: "the App Store number of \($0) is not known: no Smart App Banner can be made for it",
                        next: "name it under appStoreIDs in deployment.json")
                }
            }
        },
        CheckRule(.noFullApp, .notice) { context in
            context.subject.deployments.flatMap { deployment in
                deployment.apps.filter { deployment.fullApp(ofClip: $0) == nil }.map {
                    Observation(
                        message: "the full app of \($0) is not known: who installs it gets the website from the tags",
                        next: "list TEAMID.bundle under fullApps in deployment.json, and run waymark site export FOLDER"
                    )
                }
            }
        },
        CheckRule(.associationMissing, .critical) { context in
            context.associations { host, association in
                switch association {
                case nil:
                    return (
                        "\(host) has no apple-app-site-association: each host needs its own"
                            + context.consequence(on: host),
                        "make it: waymark site export FOLDER"
                    )
                case .unreadable(let reason):
                    return (
                        "the apple-app-site-association of \(host) cannot be read: \(reason)"
                            + context.consequence(on: host),
                        "correct the file, or make it again: waymark site export FOLDER"
                    )
                case .apps: return nil
                }
            }
        },
        CheckRule(.associationApp, .critical) { context in
            context.associations { host, association in
                guard case .apps(let apps, _) = association else { return nil }
                let missing = context.apps(on: host).subtracting(apps).sorted()
                guard !missing.isEmpty else { return nil }
                return (
                    "the apple-app-site-association of \(host) does not name \(missing.joined(separator: ", "))"
                        + context.consequence(on: host),
                    "bring it up to date: waymark site export FOLDER"
                )
            }
        },
        CheckRule(.linksMissing, .warning) { context in
            context.subject.associations.map { associations in
                associations.sorted { $0.key < $1.key }.flatMap { context.closedLinks(on: $0.key, $0.value) }
            } ?? []
        },
        CheckRule(.androidLinks, .warning) { context in
            let apps = context.subject.deployments.flatMap(\.android)
            guard let files = context.subject.assetLinks, !apps.isEmpty else { return [] }
            return context.active.flatMap { experience in
                let host = experience.url.host.lowercased()
                let faults: [String] =
                    switch files[host] {
                    case nil: ["it has no assetlinks.json"]
                    case .unreadable(let reason): ["its assetlinks.json cannot be read: \(reason)"]
                    case .apps(let granted): apps.compactMap { $0.lacks(in: granted) }
                    }
                return faults.map {
                    Observation(
                        message: "Android gives the app no URL of \(host): \($0)",
                        next: "bring it up to date: waymark site export FOLDER", experience: experience.url.text)
                }
            }
        },
    ]
}

extension CheckContext {
    var apps: Set<String> { Set(subject.deployments.flatMap(\.apps)) }

    /// The App Clips that a host must vouch for: those of its experiences, all where one of them names none.
    func apps(on host: String) -> Set<String> {
        let here = active.filter { $0.url.host.lowercased() == host }
        let named = here.compactMap(\.app)
        return named.count == here.count ? Set(named) : apps
    }

    func associations(
        _ see: (String, CheckSubject.Association?) -> (String, String)?
    ) -> [Observation] {
        guard let associations = subject.associations else { return [] }
        let hosts = Set(active.map { $0.url.host.lowercased() }).sorted()
        return hosts.flatMap { host -> [Observation] in
            guard let (message, next) = see(host, associations[host]) else { return [] }
            let severity: CheckSeverity = dependents(on: host).isEmpty ? .warning : .critical
            return active.filter { $0.url.host.lowercased() == host }.map {
                Observation(message: message, next: next, severity: severity, experience: $0.url.text)
            }
        }
    }

    /// What on a host opens no App Clip without a site association (App Clips, "Associating your App Clip with your
    /// website"). NFC tags and QR codes of an advanced experience do on newer iOS.
    private func dependents(on host: String) -> [String] {
        let here = active.filter { $0.url.host.lowercased() == host }
        var dependents: [String] = []
        func areNeeding(_ invocations: [ClipInvocation]) -> Bool {
            invocations.contains { ClipLink.advanced.needsAssociation($0, on: .opensWithoutAssociation) }
        }
        let codes: [ClipInvocation] = [.scannedCode, .touchedCode]
        if areNeeding(codes),
            tags.contains(where: { $0.tag.medium == .appClipCode && $0.url?.host.lowercased() == host })
        {
            dependents.append("App Clip Codes")
        }
        let clips = here.flatMap { experience in experience.app.map { [$0] } ?? Array(apps) }
        if areNeeding([.website, .messages]),
            subject.deployments.contains(where: { !$0.appStoreIDs.keys.filter(clips.contains).isEmpty })
        {
            dependents.append("banners and links in Messages")
        }
        let ofClips = subject.deployments.filter { !$0.apps.filter(clips.contains).isEmpty }
        if !ofClips.allSatisfy({ $0.runsOnly(since: .opensWithoutAssociation) }) {
            dependents.append("phones with iOS 16.3 and earlier")
        }
        return dependents
    }

    /// Completes a sentence about a site association that is not as it has to be.
    fileprivate func consequence(on host: String) -> String {
        let dependents = dependents(on: host)
        return dependents.isEmpty
            ? "; NFC tags and QR codes with an experience open without it since iOS 16.4"
            : "; it is needed for \(dependents.joined(separator: ", "))"
    }

    /// The URLs that a site association does not give to the full apps: one observation for each tag and experience.
    fileprivate func closedLinks(on host: String, _ association: CheckSubject.Association) -> [Observation] {
        guard case .apps(_, let links) = association else { return [] }
        return apps(on: host).sorted().flatMap { clip -> [Observation] in
            guard let full = subject.deployments.lazy.compactMap({ $0.fullApp(ofClip: clip) }).first else { return [] }
            func closed(_ url: InvocationURL?) -> Bool {
                url.map { $0.host.lowercased() == host && !links.opens($0, in: full) } ?? false
            }
            let message =
                "the applinks of \(host) do not give \(full) every URL: with the full app people see the website"
            let next =
                "bring them up to date: waymark site export FOLDER; look for an entry with exclude that comes first"
            let ofClip = active.filter { $0.app == nil || $0.app == clip }
            let urls = Set(ofClip.map(\.url))
            let tagged = tags.filter {
                guard case .registered(let winner) = $0.status else { return false }
                return urls.contains(winner.url) && closed($0.url)
            }
            return ofClip.filter { closed($0.url) }.map {
                Observation(message: message, next: next, experience: $0.url.text)
            }
                + tagged.map {
                    Observation(message: message, next: next, tag: $0.tag.id.text, store: $0.tag.store.text)
                }
        }
    }
}
