extension LaunchCase {
    /// What opens where nothing rules the App Clip out beforehand.
    func opening(_ link: ClipLink) -> LaunchExpectation {
        lacking(link) ?? unassociated(link) ?? doubted(link)
            ?? LaunchExpectation(.appClip, .stated, why: card(link), source: source(link))
    }

    /// What the deployment lacks for this invocation.
    private func lacking(_ link: ClipLink) -> LaunchExpectation? {
        if invocation == .maps, !hasPlace {
            return LaunchExpectation(
                .nothing, .stated,
                why: "the experience has no place: Maps shows only App Clips of a place that Apple has "
                    + "matched", source: .configuring)
        }
        if invocation == .website, !hasBanner {
            return LaunchExpectation(
                .nothing, .derived,
                why: "the page has no Smart App Banner: the app's number in the App Store is not known",
                source: .website)
        }
        return nil
    }

    private func unassociated(_ link: ClipLink) -> LaunchExpectation? {
        guard association == .missing, link == .advanced || link == .defaultWebsite else { return nil }
        guard link.needsAssociation(invocation, on: oldest) else {
            return LaunchExpectation(
                .appClip, .disputed,
                why:
                    "Apple's table names no condition from iOS \(SystemVersion.opensWithoutAssociation) on; the same page asks "
                    + "for a site association with advanced experiences, and the host's does not name the App Clip",
                source: .configuring)
        }
        if invocation == .website || invocation == .messages {
            return LaunchExpectation(
                .nothing, .stated,
                why: "the host's site association does not name the App Clip: the page is a page, the link "
                    + "a link", source: .website)
        }
        return LaunchExpectation(
            .unstated, .unstated,
            why:
                "Apple asks for a site association here, and the host's does not name the App Clip; what a phone shows then "
                + "is not stated", source: .associating)
    }

    /// Default experiences from tags and codes on iOS 18.
    private func doubted(_ link: ClipLink) -> LaunchExpectation? {
        guard link == .defaultLink || link == .defaultWebsite, invocation == .nfcTag || invocation == .qrCode,
            system.begin >= SystemVersion(major: 18)
        else { return nil }
        let doubt =
            "Apple's table says that it opens; on iOS 18 tags and QR codes of default experiences were reported to "
            + "show an error"
        return LaunchExpectation(
            .appClip, .disputed, why: system.begin.major == 18 ? doubt : doubt + "; nothing is known of later versions",
            source: .defaultOnEighteen)
    }

    /// What people see, in words.
    private func card(_ link: ClipLink) -> String {
        if installed == .appClip {
            return
                "as with nothing on the phone, without a download; the card may be an older one that the phone has kept"
        }
        var words =
            switch invocation {
            case .maps: "once Apple has matched the place; the App Clip gets the registered URL itself"
            case .website: "the banner, or the card, from which people open it"
            case .messages where link == .demoLink(isShort: true) || link == .demoLink(isShort: false):
                "a preview with little on it, from which people open it"
            case .messages: "a preview in a plain text message, from which people open it"
            case .suggestion where link == .advanced: "the card; suggestions by location need a place"
            case .suggestion: "the card, except for suggestions by location"
            case .linkPreview, .openedLink: "the App Clip opens from the other app"
            case .nfcTag, .qrCode, .scannedCode, .touchedCode: "the card of the most specific matching URL"
            }
        if association == .notExamined, link.needsAssociation(invocation, on: oldest) {
            words += "; it needs the host's site association"
        }
        return words
    }

    private func source(_ link: ClipLink) -> LaunchSource {
        if installed == .appClip { return .testing }
        return invocation.isClipCode && link == .advanced ? .codes : .configuring
    }
}
