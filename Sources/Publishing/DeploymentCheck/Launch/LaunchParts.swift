internal import AppClips
internal import Registry

/// Makes the parts of a launch matrix from a checked deployment.
struct LaunchParts {
    typealias TagView = CheckContext.TagView

    let context: CheckContext
    /// Tags that are to be the examples where they can be.
    private let wanted: Set<String>
    private let byWinner: [InvocationURL: [TagView]]

    init(context: CheckContext, wanted: Set<String>) {
        self.context = context
        self.wanted = wanted
        byWinner = Dictionary(grouping: context.tags.filter { $0.status?.experience != nil }) {
            $0.status?.experience?.url ?? $0.url
        }.reduce(into: [:]) { groups, pair in
            if let url = pair.key { groups[url] = pair.value }
        }
    }

    /// The active ones in the order of the deployment, then the retired ones that tags still carry.
    var experiences: [Experience] {
        let retired = context.subject.experiences.filter { $0.status == .retired && byWinner[$0.url] != nil }
        return context.active + retired
    }

    func views(of experience: Experience) -> [TagView] { byWinner[experience.url] ?? [] }

    func part(of experience: Experience) -> LaunchPart {
        let views = views(of: experience)
        let isRetired = experience.status == .retired
        let clip = context.deployment(of: experience)?.app(of: experience)
        return LaunchPart(
            kind: isRetired ? .retired : .experience, title: experience.card.title, url: experience.url.text,
            clip: clip,
            card: experience.card, image: experience.image, tags: views.count,
            scanned: example(.qrCode, views)?.url ?? example(.nfcTag, views)?.url ?? experience.url.text,
            cases: cases(
                isRetired ? .retired : .link(.advanced), views: views, registered: experience.url,
                around: LaunchAround(context, experience, clip: clip)))
    }

    /// The links that Apple makes for each App Clip, and the default experience on its website.
    var ofDeployments: [LaunchPart] {
        context.subject.deployments.flatMap { deployment in
            deployment.apps.flatMap { clip -> [LaunchPart] in
                let bundle = DeploymentProfile.bundle(ofApp: clip)
                let link = "https://\(AppleLink.host)/id?p=\(bundle)"
                let carrying = context.tags.filter {
                    if case .appleLink(.standard(bundle), _) = $0.status { true } else { false }
                }
                let demo = context.tags.filter {
                    if case .appleLink(.demo, _) = $0.status { true } else { false }
                }
                let around = LaunchAround(context, deployment, clip: clip)
                let isShort = !demo.contains { $0.url?.query != nil }
                return [
                    LaunchPart(
                        kind: .defaultLink, title: "Default link", url: link, clip: clip, card: nil, image: nil,
                        tags: carrying.count, scanned: carrying.first?.tag.url ?? link,
                        cases: cases(
                            .link(.defaultLink), views: carrying, registered: try? InvocationURL(link), around: around)),
                    LaunchPart(
                        kind: .defaultWebsite, title: "Default experience on the website", url: nil, clip: clip,
                        card: nil,
                        image: nil, tags: 0, scanned: nil,
                        cases: cases(.link(.defaultWebsite), views: [], registered: nil, around: around)),
                    LaunchPart(
                        kind: .demoLink, title: "Demo link", url: nil, clip: clip, card: nil, image: nil,
                        tags: demo.count,
                        scanned: demo.first?.tag.url,
                        cases: cases(.link(.demoLink(isShort: isShort)), views: demo, registered: nil, around: around)),
                ]
            }
        }
    }

    /// Tags on the deployments' hosts that open nothing for certain, one part for each reason.
    var unmatched: [LaunchPart] {
        var order: [String] = []
        var groups: [String: (target: LaunchCase.Target, kind: LaunchPart.Kind, views: [TagView])] = [:]
        for view in context.tags {
            let found: (String, LaunchCase.Target, LaunchPart.Kind)? =
                switch view.status {
                case .unregistered(let host): ("No experience on \(host)", .unregistered, .unregistered)
                case .ambiguous(let question, _): ("Not certain: \(question)", .ambiguous(question), .ambiguous)
                default: nil
                }
            guard let (title, target, kind) = found else { continue }
            if groups[title] == nil { order.append(title) }
            groups[title, default: (target, kind, [])].views.append(view)
        }
        return order.compactMap { title in
            guard let group = groups[title], let first = preferred(group.views) else { return nil }
            return LaunchPart(
                kind: group.kind, title: title, url: first.tag.url, clip: nil, card: nil, image: nil,
                tags: group.views.count, scanned: first.tag.url,
                cases: cases(
                    group.target, views: group.views, registered: first.url, around: LaunchAround(), onlyCarried: true))
        }
    }

    var assumptions: [String] {
        var assumptions = [
            "The version with the App Clip is released in the App Store in the phone's region, and is small enough for "
                + "physical invocations (15 MB).",
            "iPhone XS or later, in use and unlocked, without airplane mode: background tag reading needs that.",
        ]
        if context.subject.associations == nil {
            assumptions.append(
                "Site associations were not examined: where one is needed, it is taken to be right. waymark site check "
                    + "HOST looks at it.")
        }
        return assumptions
    }

    private func preferred(_ views: [TagView]) -> TagView? {
        views.first { wanted.contains($0.tag.id.text) } ?? views.first
    }

    private func example(_ invocation: ClipInvocation, _ views: [TagView]) -> LaunchPart.Carrier? {
        guard let medium = Medium(of: invocation) else { return nil }
        return preferred(views.filter { $0.tag.medium == medium }).map {
            LaunchPart.Carrier(
                tag: $0.tag.id.text, store: $0.tag.store.text, placement: $0.tag.placement, medium: medium.rawValue,
                url: $0.tag.url)
        }
    }

    private func cases(
        _ target: LaunchCase.Target, views: [TagView], registered: InvocationURL?, around: LaunchAround,
        onlyCarried: Bool = false
    ) -> [LaunchPart.Case] {
        ClipInvocation.allCases.flatMap { invocation -> [LaunchPart.Case] in
            let carrier = example(invocation, views)
            if onlyCarried, carrier == nil { return [] }
            // Maps launches with the registered URL itself; other apps and pages may have any tag's.
            let any = invocation == .maps ? nil : preferred(views)?.tag.url
            let url = carrier?.url ?? any ?? registered?.text
            return LaunchCase.Installed.allCases.map { installed in
                LaunchPart.Case(
                    invocation: invocation, installed: installed, url: url, carrier: carrier,
                    expectations: SystemSpan.all.map { system in
                        around.launchCase(target, by: invocation, on: system, with: installed, url: url).expectation
                    })
            }
        }
    }
}

extension Medium {
    /// What carries the URL in an invocation; nil where nothing of the deployment does.
    fileprivate init?(of invocation: ClipInvocation) {
        switch invocation {
        case .nfcTag: self = .nfc
        case .qrCode: self = .qr
        case .scannedCode, .touchedCode: self = .appClipCode
        default: return nil
        }
    }
}
