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
        CheckRule(.associationMissing, .critical) { context in
            context.associations { host, association in
                switch association {
                case nil:
                    return (
                        "\(host) has no apple-app-site-association: each host needs its own",
                        "make it: waymark site export FOLDER"
                    )
                case .unreadable(let reason):
                    return (
                        "the apple-app-site-association of \(host) cannot be read: \(reason)",
                        "correct the file, or make it again: waymark site export FOLDER"
                    )
                case .apps: return nil
                }
            }
        },
        CheckRule(.associationApp, .critical) { context in
            context.associations { host, association in
                guard case .apps(let apps) = association else { return nil }
                let missing = context.apps(on: host).subtracting(apps).sorted()
                guard !missing.isEmpty else { return nil }
                return (
                    "the apple-app-site-association of \(host) does not name \(missing.joined(separator: ", "))",
                    "bring it up to date: waymark site export FOLDER"
                )
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
            return active.filter { $0.url.host.lowercased() == host }.map {
                Observation(message: message, next: next, experience: $0.url.text)
            }
        }
    }
}
