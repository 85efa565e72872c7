internal import AppClips
internal import Registry

/// Whether the hosts vouch for the App Clips.
extension CheckRule {
    static let apps: [CheckRule] = [
        CheckRule(.noApp, .critical) { context in
            let apps = context.apps
            let bare = context.active.filter { apps.isEmpty || context.subject.deployments.apps(of: $0).isEmpty }
            guard !bare.isEmpty else { return [] }
            let names = Set(bare.compactMap { context.deployment(of: $0)?.name }).sorted()
            let whose = context.subject.deployments.count > 1 ? " by \(names.joined(separator: ", "))" : ""
            return [
                Observation(
                    message: "no App Clip is named\(whose): no site association can vouch for one",
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
            guard let files = context.subject.assetLinks else { return [] }
            return context.active.flatMap { experience -> [Observation] in
                let apps = context.subject.deployments.android(of: experience)
                guard !apps.isEmpty else { return [] }
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

    /// The App Clips that a host must vouch for: those of its experiences.
    func apps(on host: String) -> Set<String> { subject.deployments.apps(on: host, of: active) }

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
        let clips = apps(on: host)
        if areNeeding([.website, .messages]),
            subject.deployments.contains(where: { !clips.isDisjoint(with: $0.appStoreIDs.keys) })
        {
            dependents.append("banners and links in Messages")
        }
        let ofClips = subject.deployments.filter { !clips.isDisjoint(with: $0.apps) }
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
        var ofApps: [String: [Experience]] = [:]
        for experience in active where experience.url.host.lowercased() == host {
            for full in subject.deployments.fullApps(of: experience) { ofApps[full, default: []].append(experience) }
        }
        return ofApps.sorted { $0.key < $1.key }.flatMap { full, experiences -> [Observation] in
            let message =
                "the applinks of \(host) do not give \(full) every URL: with the full app people see the website"
            let next =
                "bring them up to date: waymark site export FOLDER; look for an entry with exclude that comes first"
            let urls = Set(experiences.map(\.url))
            let tagged = tags.filter {
                guard case .registered(let winner) = $0.status, let url = $0.url else { return false }
                return urls.contains(winner.url) && url.host.lowercased() == host && !links.opens(url, in: full)
            }
            return experiences.filter { !links.opens($0.url, in: full) }.map {
                Observation(message: message, next: next, experience: $0.url.text)
            }
                + tagged.map {
                    Observation(message: message, next: next, tag: $0.tag.id.text, store: $0.tag.store.text)
                }
        }
    }
}
