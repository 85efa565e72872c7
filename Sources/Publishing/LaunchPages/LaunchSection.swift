internal import AppClips
internal import DeploymentCheck
internal import Markup

/// One part of the matrix: what it is, its QR code, how to register it on a phone, and its cases.
struct LaunchSection {
    private let part: LaunchPart
    private let number: Int
    private let systems: [SystemSpan]
    private let symbol: String?
    /// The reasons that its cases have, each once, in the order of the table.
    private let reasons: [LaunchExpectation]

    init(_ part: LaunchPart, number: Int, systems: [SystemSpan], symbol: String?) {
        self.part = part
        self.number = number
        self.systems = systems
        self.symbol = symbol
        var seen: Set<String> = []
        reasons = part.cases.flatMap(\.expectations).filter { seen.insert(Self.key($0)).inserted }
    }

    private static func key(_ expectation: LaunchExpectation) -> String {
        "\(expectation.basis.rawValue) \(expectation.source.rawValue) \(expectation.why)"
    }

    var html: String {
        """
        <section class="card part">
        <div class="head">
        <div class="about">
        <p class="kind">\(number) · \(kind)</p>
        <h2>\(MarkupText.escaped(part.title))</h2>
        \(part.url.map { "<p class=\"url\">\(MarkupText.escaped($0))</p>" } ?? "<p class=\"soft\">Its URL is in App Store Connect.</p>")
        <dl>\(facts)</dl>
        </div>
        \(figure)</div>
        <div class="scroll"><table>
        <thead><tr><th>Invocation</th><th>On the phone</th>\(systems.map { "<th>\($0.name)</th>" }.joined())\
        <th>Note</th></tr></thead>
        \(ClipInvocation.allCases.map(rows).joined())</table></div>
        <ol class="why">\(reasons.map(reason).joined())</ol>
        </section>

        """
    }

    private var kind: String {
        switch part.kind {
        case .experience: "experience"
        case .retired: "retired experience"
        case .defaultLink: "Apple's default link"
        case .defaultWebsite: "default experience"
        case .demoLink: "Apple's demo link"
        case .unregistered: "tags without an experience"
        case .ambiguous: "tags whose experience is not certain"
        }
    }

    /// What a local experience is registered with, and how many tags there are.
    private var facts: String {
        var facts: [(String, String)] = []
        if let card = part.card {
            if let url = part.url { facts.append(("URL prefix", url)) }
            if let clip = part.clip {
                facts.append(("Bundle ID", clip.split(separator: ".").dropFirst().joined(separator: ".")))
            }
            facts += [
                ("Title", card.title), ("Subtitle", card.subtitle), ("Action", Self.name(card.action)),
                ("Image", part.image ?? "none is named"),
            ]
        } else if let clip = part.clip {
            facts.append(("App Clip", clip))
        }
        facts.append(("Tags", String(part.tags)))
        return facts.map { "<dt>\($0)</dt><dd>\(MarkupText.escaped($1))</dd>" }.joined()
    }

    private var figure: String {
        guard let text = part.scanned, let symbol else { return "" }
        return "<figure>\(symbol)<figcaption>\(MarkupText.escaped(text))</figcaption></figure>\n"
    }

    private func rows(_ invocation: ClipInvocation) -> String {
        let cases = part.cases.filter { $0.invocation == invocation }
        guard let first = cases.first else { return "" }
        var html = "<tbody>"
        for (index, each) in cases.enumerated() {
            html += "<tr>"
            if index == 0 {
                html +=
                    "<th scope=\"rowgroup\" rowspan=\"\(cases.count)\">\(Self.name(invocation))\(example(first))</th>"
            }
            html += "<td class=\"phone\">\(Self.name(each.installed))</td>"
            for (system, expectation) in zip(systems, each.expectations) {
                let label = "\(Self.name(invocation)), \(Self.name(each.installed)), \(system.name)"
                html += cell(expectation, label: label, on: system.name)
            }
            html += "<td class=\"note\"></td></tr>\n"
        }
        return html + "</tbody>\n"
    }

    private func cell(_ expectation: LaunchExpectation, label: String, on system: String) -> String {
        let reason = (reasons.firstIndex { Self.key($0) == Self.key(expectation) } ?? 0) + 1
        let isSure = expectation.basis == .stated || expectation.basis == .derived || expectation.outcome == .unstated
        return
            "<td data-system=\"\(system)\"><label class=\"chip \(expectation.outcome.rawValue)\(isSure ? "" : " doubtful")\">"
            + "<input type=\"checkbox\" aria-label=\"\(MarkupText.escaped(label))\">"
            + "<span>\(Self.name(expectation.outcome))</span><sup>\(reason)</sup></label></td>"
    }

    private func reason(_ expectation: LaunchExpectation) -> String {
        let source =
            expectation.source.address.map {
                "<a href=\"\(MarkupText.escaped($0))\">\(MarkupText.escaped(expectation.source.title))</a>"
            } ?? expectation.source.title
        let basis =
            switch expectation.basis {
            case .stated: source
            case .disputed: "disputed, \(source)"
            case .reported: source
            case .derived: "follows from \(source)"
            case .unstated: "not stated by Apple; \(source)"
            }
        return "<li>\(MarkupText.escaped(expectation.why)) <span class=\"soft\">(\(basis))</span></li>"
    }

    /// The tag that shows a case.
    private func example(_ each: LaunchPart.Case) -> String {
        guard let carrier = each.carrier else {
            let wantsTag = [.nfcTag, .qrCode, .scannedCode, .touchedCode].contains(each.invocation)
            return wantsTag
                ? "<small>no tag of this medium\(each.invocation == .qrCode ? ": scan this page" : "")</small>" : ""
        }
        return "<small>tag \(MarkupText.escaped(carrier.tag)), \(MarkupText.escaped(carrier.store)), "
            + "\(MarkupText.escaped(carrier.placement))</small>"
    }

    /// As the phone's list of actions has it.
    private static func name(_ action: Card.Action) -> String {
        switch action {
        case .view: "View"
        case .play: "Play"
        case .open: "Open"
        }
    }

    private static func name(_ outcome: LaunchExpectation.Outcome) -> String {
        switch outcome {
        case .appClip: "App Clip"
        case .fullApp: "Full app"
        case .errorCard: "Error"
        case .nothing: "None"
        case .unstated: "?"
        }
    }

    private static func name(_ installed: LaunchCase.Installed) -> String {
        switch installed {
        case .nothing: "nothing"
        case .appClip: "App Clip"
        case .fullApp: "full app"
        }
    }

    private static func name(_ invocation: ClipInvocation) -> String {
        switch invocation {
        case .nfcTag: "NFC tag"
        case .qrCode: "QR code"
        case .scannedCode: "App Clip Code, camera"
        case .touchedCode: "App Clip Code, NFC"
        case .maps: "Maps"
        case .suggestion: "Spotlight"
        case .messages: "Messages"
        case .website: "Website banner"
        case .linkPreview: "Preview in an app"
        case .openedLink: "Link in an app"
        }
    }
}
