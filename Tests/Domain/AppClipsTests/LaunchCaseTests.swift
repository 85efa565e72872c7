import AppClips
import Testing

/// What opens, from where, on which iOS: Apple's table, and what is known beside it.
struct LaunchCaseTests {
    private static let invocations: [ClipInvocation] = [
        .website, .messages, .qrCode, .nfcTag, .scannedCode, .touchedCode, .maps, .suggestion, .linkPreview,
        .openedLink,
    ]

    /// The table of "Configuring App Clip experiences": a for yes if associated.
    @Test(arguments: [
        (ClipLink.defaultLink, "-yyy---yyy"), (.defaultWebsite, "ayyy---yyy"),
        (.demoLink(isShort: true), "-yyyyy-yyy"), (.demoLink(isShort: false), "-yyy---yyy"),
        (.advanced, "aayyyyyyy-"),
    ])
    func `support is as in Apple's table`(link: ClipLink, row: String) {
        let found = Self.invocations.map { invocation in
            switch link.support(of: invocation) {
            case .yes: "y"
            case .onlyAssociated: "a"
            case .no: "-"
            }
        }
        #expect(found.joined() == row)
    }

    /// One letter an iOS: c card, n none, ? unstated; in capitals where it is disputed.
    private func row(_ change: (inout LaunchCase) -> Void) -> String {
        SystemSpan.all.map { system in
            var one = LaunchCase(target: .link(.advanced), invocation: .nfcTag, system: system)
            change(&one)
            let expectation = one.expectation
            let letter =
                switch expectation.outcome {
                case .appClip: "c"
                case .fullApp: "f"
                case .errorCard: "e"
                case .nothing: "n"
                case .unstated: "?"
                }
            return expectation.basis == .disputed ? letter.uppercased() : letter
        }.joined()
    }

    @Test func `an advanced experience opens from everything but links in other apps`() {
        for invocation in ClipInvocation.allCases {
            let wanted =
                switch invocation {
                case .linkPreview: "nnccc"
                case .openedLink: "nnnnn"
                default: "ccccc"
                }
            #expect(row { $0.invocation = invocation } == wanted, "\(invocation)")
        }
    }

    @Test(arguments: [
        (ClipInvocation.nfcTag, "?CCCC"), (.qrCode, "?CCCC"), (.scannedCode, "?????"), (.touchedCode, "?????"),
        (.website, "nnnnn"), (.messages, "nnnnn"), (.maps, "?CCCC"),
    ])
    func `without a site association it depends on medium and iOS`(invocation: ClipInvocation, wanted: String) {
        #expect(
            row {
                $0.invocation = invocation
                $0.association = .missing
            } == wanted)
        #expect(
            row {
                $0.invocation = invocation
                $0.association = .notExamined
            } == "ccccc")
    }

    @Test(arguments: [
        (ClipInvocation.nfcTag, "nccCC"), (.qrCode, "nccCC"), (.scannedCode, "nnnnn"), (.website, "nnnnn"),
        (.messages, "ncccc"), (.linkPreview, "nnccc"), (.openedLink, "nnccc"), (.maps, "nnnnn"),
    ])
    func `the default link opens from iOS 16_4 on, and reports doubt tags on iOS 18`(
        invocation: ClipInvocation, wanted: String
    ) {
        #expect(
            row {
                $0.target = .link(.defaultLink)
                $0.invocation = invocation
            } == wanted)
    }

    @Test(arguments: [(true, "??ccc"), (false, "nnnnn")])
    func `a code holds the demo link in its short version only, and Apple names no iOS before 17`(
        isShort: Bool, wanted: String
    ) {
        #expect(
            row {
                $0.target = .link(.demoLink(isShort: isShort))
                $0.invocation = .scannedCode
            } == wanted)
        #expect(row { $0.target = .link(.demoLink(isShort: isShort)) } == "??ccc")
    }

    @Test func `Maps needs a place, and a banner the app's number`() {
        #expect(
            row {
                $0.invocation = .maps
                $0.hasPlace = false
            } == "nnnnn")
        #expect(
            row {
                $0.invocation = .website
                $0.hasBanner = false
            } == "nnnnn")
    }

    @Test func `the full app takes the App Clip's place, and a link without applinks is disputed`() {
        #expect(row { $0.installed = .fullApp } == "fffff")
        #expect(
            row {
                $0.installed = .fullApp
                $0.appLinks = .missing
            } == "FFFFF")
        #expect(
            row {
                $0.installed = .fullApp
                $0.invocation = .openedLink
            } == "fffff")
        // What no code can hold opens nothing on any phone.
        #expect(
            row {
                $0.installed = .fullApp
                $0.target = .link(.defaultLink)
                $0.invocation = .scannedCode
            } == "nnnnn")
    }

    @Test func `an unmatched NFC tag shows an error card, an unmatched QR code a website`() {
        #expect(row { $0.target = .unregistered } == "eeeee")
        #expect(
            row {
                $0.target = .unregistered
                $0.invocation = .qrCode
            } == "nnnnn")
        #expect(row { $0.target = .retired } == "?????")
        #expect(row { $0.target = .ambiguous(.query) } == "?????")
    }

    @Test func `nothing is said of an iOS that the App Clip does not run on`() {
        #expect(row { $0.minimum = SystemVersion(major: 16, minor: 4) } == "?cccc")
        #expect(row { $0.minimum = SystemVersion(major: 26) } == "????c")
        // From 16.4 within the span on, no association is needed there.
        #expect(
            row {
                $0.minimum = SystemVersion(major: 16, minor: 4)
                $0.association = .missing
            } == "?CCCC")
    }

    /// Every combination has a reason, and what is stated has a page of Apple's or a report.
    @Test func `no case is without a reason, and none is stated without a source`() {
        let targets: [LaunchCase.Target] = [
            .link(.advanced), .link(.defaultLink), .link(.defaultWebsite), .link(.demoLink(isShort: true)),
            .link(.demoLink(isShort: false)), .retired, .unregistered, .ambiguous(.fragment),
        ]
        var seen: Set<LaunchExpectation.Outcome> = []
        let associations: [LaunchCase.Association] = [.there, .missing, .notExamined]
        for target in targets {
            for invocation in ClipInvocation.allCases {
                for system in SystemSpan.all {
                    for installed in LaunchCase.Installed.allCases {
                        for association in associations {
                            let one = LaunchCase(
                                target: target, invocation: invocation, system: system, installed: installed,
                                association: association, appLinks: association, hasPlace: association == .there)
                            let expectation = one.expectation
                            #expect(!expectation.why.isEmpty)
                            #expect(expectation.source.address != nil || expectation.basis == .unstated)
                            #expect(
                                (expectation.outcome == .unstated)
                                    == (expectation.basis == .unstated || target == .retired && installed != .fullApp))
                            seen.insert(expectation.outcome)
                        }
                    }
                }
            }
        }
        #expect(seen == Set(LaunchExpectation.Outcome.allCases))
    }
}
