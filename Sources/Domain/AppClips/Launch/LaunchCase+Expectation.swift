extension LaunchCase {
    /// What opens, and why. Where neither Apple nor a report says it, the answer is `unstated`.
    package var expectation: LaunchExpectation {
        switch target {
        case .link(let link): impossible(link) ?? withFullApp ?? onOlderSystem(link) ?? opening(link)
        case .retired: withFullApp ?? retired
        case .unregistered: Self.unmatched(invocation)
        case .ambiguous(let question):
            LaunchExpectation(
                .unstated, .unstated, why: "Apple does not say whether an experience matches: \(question)",
                source: .configuring)
        }
    }

    /// What a URL shows that no experience matches, on a host that has experiences.
    package static func unmatched(_ invocation: ClipInvocation) -> LaunchExpectation {
        guard invocation == .nfcTag || invocation == .touchedCode else {
            return LaunchExpectation(
                .nothing, .derived,
                why: "no experience matches the URL, so no App Clip opens; a link opens the website",
                source: .configuring)
        }
        return LaunchExpectation(
            .errorCard, .reported,
            why:
                "no experience matches the URL: phones were seen to show a card with \"CPSErrorDomain error 2\", not the "
                + "website", source: .tagErrors)
    }

    /// What Apple's table rules out, whatever the phone.
    private func impossible(_ link: ClipLink) -> LaunchExpectation? {
        guard link.support(of: invocation) == .no else { return nil }
        // The full app opens its links from other apps as any app does.
        if link == .advanced, invocation == .openedLink, installed == .fullApp { return nil }
        let why =
            switch (link, invocation) {
            case (.defaultLink, .scannedCode), (.defaultLink, .touchedCode):
                "no App Clip Code can hold the default link"
            case (.demoLink, .scannedCode), (.demoLink, .touchedCode):
                "an App Clip Code can hold the demo link in its short version only"
            case (_, .scannedCode), (_, .touchedCode): "App Clip Codes need an advanced experience"
            case (_, .maps): "Maps needs an advanced experience with a place"
            case (_, .website):
                "a page's banner and card need a website that is associated; this link is on Apple's host"
            default: "Apple's table rules it out for advanced experiences: the link opens the website"
            }
        return LaunchExpectation(.nothing, .stated, why: why, source: .configuring)
    }

    private var withFullApp: LaunchExpectation? {
        guard installed == .fullApp else { return nil }
        let every = "every invocation opens the full app in the App Clip's place, with the same URL"
        switch appLinks {
        case .there: return LaunchExpectation(.fullApp, .stated, why: every, source: .configuring)
        case .notExamined:
            return LaunchExpectation(
                .fullApp, .stated, why: every + "; whether applinks give it the URL was not examined",
                source: .configuring)
        case .missing:
            return LaunchExpectation(
                .fullApp, .disputed,
                why: every
                    + "; yet the site association's applinks do not give it the URL, and then links open the website",
                source: .configuring)
        }
    }

    private func onOlderSystem(_ link: ClipLink) -> LaunchExpectation? {
        if let minimum, minimum > system.end {
            return LaunchExpectation(
                .unstated, .unstated,
                why: "the App Clip needs iOS \(minimum); what an older phone shows is not stated by Apple",
                source: .none)
        }
        if let first = link.firstSystem(for: invocation), first > system.end {
            let what = link == .defaultLink ? "default links open" : "links in other apps open"
            return LaunchExpectation(
                .nothing, .stated, why: "\(what) an App Clip from iOS \(first) on", source: .configuring)
        }
        if case .demoLink = link, system.end < SystemVersion(major: 17) {
            return LaunchExpectation(
                .unstated, .unstated, why: "Apple does not say on which iOS demo links open", source: .configuring)
        }
        return nil
    }

    private var retired: LaunchExpectation {
        LaunchExpectation(
            .unstated, .reported,
            why:
                "the experience is retired: phones were seen to open it more than two days later; what they show then is "
                + "not stated", source: .deactivated)
    }
}
