internal import AppClips
internal import Registry

/// Whether a tag's URL opens what it should.
extension CheckRule {
    static let urls: [CheckRule] = [
        CheckRule(.notURL, .critical) { context in
            context.about {
                guard case .notURL(let reason, _, _) = $0.status else { return nil }
                return ("a tag carries what is not a URL: \(reason)", "correct the batch: waymark batch revise")
            }
        },
        CheckRule(.notSecure, .critical) { context in
            context.about {
                guard $0.status == nil else { return nil }
                return (
                    "a tag's URL does not begin with https", "write https in the template or in the batch's url column"
                )
            }
        },
        CheckRule(.demoLink, .critical) { context in
            context.about {
                guard case .appleLink(.demo, _) = $0.status else { return nil }
                return (
                    "a tag of a store carries Apple's demo link, which takes no parameters: it cannot tell tags apart",
                    "give it a URL of your own, under a registered experience"
                )
            }
        },
        CheckRule(.defaultLink, .warning) { context in
            context.about { view in
                // That no code can carry it is a finding of its own.
                guard case .appleLink(.standard(let bundle), let isOurs) = view.status, isOurs != false,
                    view.tag.medium != .appClipCode
                else { return nil }
                let first = ClipLink.defaultLink.firstSystem(for: .nfcTag)
                let isOpened = first.map { context.deployment(of: view)?.runsOnly(since: $0) == true } ?? true
                return (
                    "a tag carries Apple's default link of \(bundle), "
                        + (isOpened
                            ? "which iOS 18 is reported not to open from tags"
                            : "which phones before iOS 16.4 do not open, and iOS 18 is reported not to open from tags"),
                    "register an experience, and give the tag a URL under it"
                )
            }
        },
        CheckRule(.otherClip, .critical) { context in
            context.about {
                guard case .appleLink(.standard(let bundle), isOurs: false) = $0.status else { return nil }
                return (
                    "a tag carries Apple's default link of \(bundle), which is not an App Clip of the deployment",
                    "correct the link, or the deployment's apps (deployment.json)"
                )
            }
        },
        CheckRule(.hostUnknown, .critical) { context in
            context.about {
                guard case .foreign(let host, _) = $0.status else { return nil }
                return (
                    "no experience is registered on \(host)",
                    "register an experience there, or correct the host in the template"
                )
            }
        },
        CheckRule(.unregistered, .critical) { context in
            context.about {
                guard case .unregistered(let host) = $0.status else { return nil }
                return (
                    "no registered URL on \(host) is a prefix of the tag's"
                        + ($0.tag.medium == .nfc && LaunchCase.unmatched(.nfcTag).outcome == .errorCard
                            ? ": an iPhone that touches it shows a card with an error, not the website" : ""),
                    "register a URL that is a prefix, or correct the batch; see: waymark experience match URL"
                )
            }
        },
        CheckRule(.retiredExperience, .critical) { context in
            context.about {
                guard case .retired(let experience, _) = $0.status, $0.tag.medium != .appClipCode else { return nil }
                return (
                    "the experience \(experience.url) is retired, and tags still carry it: phones may open it for days, "
                        + "and then nothing",
                    "register it again, or take the tags down: waymark tag retire"
                )
            } experience: {
                if case .retired(let experience, _) = $0.status { experience.url.text } else { nil }
            }
        },
        CheckRule(.codeOfRetiredExperience, .critical) { context in
            context.about {
                guard case .retired(let experience, _) = $0.status, $0.tag.medium == .appClipCode else { return nil }
                return (
                    "the experience \(experience.url) is retired, and App Clip Codes still carry it",
                    "take the codes down, as Apple asks for codes of dead App Clips"
                )
            } experience: {
                if case .retired(let experience, _) = $0.status { experience.url.text } else { nil }
            }
        },
        CheckRule(.prefixNotIntended, .critical) { context in
            let ofStores = Dictionary(grouping: context.active.filter { $0.store != nil }) {
                context.finder.directory.store(of: $0)
            }
            return context.about {
                guard case .registered(let winner) = $0.status else { return nil }
                if let store = winner.store, winner.isForAnother(than: $0.tag.store) {
                    return (
                        "tags of \($0.tag.store) open \(winner.url), which is for \(store)",
                        "correct the tags' URLs, or the store of the experience"
                    )
                }
                if winner.store == nil, let own = ofStores[$0.tag.store]?.first {
                    return (
                        "tags of \($0.tag.store) open \(winner.url), although \(own.url) is registered for that store",
                        "let the tags' URLs begin with \(own.url)"
                    )
                }
                return nil
            } experience: {
                if case .registered(let winner) = $0.status { winner.url.text } else { nil }
            }
        },
        CheckRule(.storeUnknown, .critical) { context in
            context.about { view in
                guard context.stores[view.tag.store] != nil else {
                    return ("store \(view.tag.store) is not known", "add it to the stores")
                }
                guard let url = view.url, let reading = context.finder.reading(of: url.text),
                    let named = reading.values["store"]
                else { return nil }
                let name = StoreName(named)
                // The tag's own store, when the URL names that.
                let isKnown = name.map {
                    $0 == view.tag.store.name || context.finder.directory.find($0, from: reading.deployment) != .unknown
                }
                guard isKnown == true else {
                    return ("a URL names store \"\(named)\", which is not known", "correct the URL, or add the store")
                }
                return nil
            }
        },
        CheckRule(.otherStore, .critical) { context in
            context.about { view in
                // A store that is not known is a finding of its own, and so are a position and an experience for another
                // store.
                if case .registered(let winner) = view.status, winner.isForAnother(than: view.tag.store) { return nil }
                guard let url = view.url, case .store(let named) = context.finder.contradiction(of: view.tag, url),
                    let name = StoreName(named),
                    context.finder.directory.find(name, from: context.finder.reading(of: url.text)?.deployment)
                        != .unknown
                else { return nil }
                return (
                    "a URL names store \(named), and its tag is for \(view.tag.store)",
                    "correct the URL, or the store of its tag: waymark batch revise \(view.tag.batch)"
                )
            }
        },
        CheckRule(.ambiguous, .warning) { context in
            context.about {
                guard case .ambiguous(let question, let candidates) = $0.status else { return nil }
                let urls = candidates.map(\.text).joined(separator: ", ")
                return (
                    "whether \(urls) opens is not certain: \(question)",
                    "write the tags' URLs so that Apple's rules leave nothing open"
                )
            }
        },
        CheckRule(.bareURL, .warning) { context in
            context.about {
                guard case .registered(let winner) = $0.status, let url = $0.url,
                    url == winner.url || url.text + "/" == winner.url.text || url.text == winner.url.text + "/"
                else { return nil }
                return (
                    "tags carry \(winner.url) and nothing more: they cannot be distinguished from Maps and Siri, which launch "
                        + "with it",
                    "add the tag to the URL, such as ?tag=1"
                )
            } experience: {
                if case .registered(let winner) = $0.status { winner.url.text } else { nil }
            }
        },
    ]
}

extension CheckContext {
    /// One observation for each tag of which `see` says something: what is wrong, and what to do.
    func about(
        _ see: (TagView) -> (String, String)?, experience: (TagView) -> String? = { _ in nil }
    ) -> [Observation] {
        tags.compactMap { view in
            see(view).map { message, next in
                Observation(
                    message: message, next: next, experience: experience(view), tag: view.tag.id.text,
                    store: view.tag.store.text)
            }
        }
    }
}
