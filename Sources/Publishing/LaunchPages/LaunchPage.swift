internal import AppClips
internal import Cryptography
package import DeploymentCheck
internal import Foundation
internal import Markup

/// A launch matrix as one HTML page, to print or to tick on a phone. It needs nothing but itself and has no script.
package struct LaunchPage: Sendable {
    private let matrix: LaunchMatrix
    /// SVG of QR codes, by their texts.
    private let symbols: [String: String]

    /// `symbol` draws a text as an SVG element; nil where it cannot be one.
    package init(_ matrix: LaunchMatrix, symbol: (String) -> String?) {
        self.matrix = matrix
        symbols = Set(matrix.parts.compactMap(\.scanned)).reduce(into: [:]) { symbols, text in
            symbols[text] = symbol(text)
        }
    }

    /// The whole page. Throws when libcrypto cannot compute SHA-256.
    package func document() throws -> [UInt8] {
        let style = PackageResources.matrix_css
        let digest = Data(try SHA256.hash(style)).base64EncodedString()
        let title = "Launch matrix of \(matrix.name)"
        var page = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-\(digest)'; \
            base-uri 'none'; form-action 'none'">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="generator" content="waymark">
            <title>\(MarkupText.escaped(title))</title>
            <style>
            """
        page += String(decoding: style, as: UTF8.self) + "</style>\n</head>\n<body>\n"
        page += opening(title)
        for (number, part) in matrix.parts.enumerated() {
            page +=
                LaunchSection(
                    part, number: number + 1, systems: matrix.systems, symbol: part.scanned.flatMap { symbols[$0] }
                )
                .html
        }
        return Array((page + "</main>\n</body>\n</html>\n").utf8)
    }

    private func opening(_ title: String) -> String {
        let assumptions = matrix.assumptions.map { "<li>\(MarkupText.escaped($0))</li>" }.joined()
        return """
            <header class="masthead">
            <h1>\(MarkupText.escaped(title))</h1>
            <p class="soft">\(matrix.caseCount) cases: each way to invoke the App Clip, on each iOS, with nothing, the App Clip \
            or the full app on the phone. Tick what was seen as expected; note what was not.</p>
            <div class="blanks"><span>Tested by</span><span>On</span><span>Build</span><span>Phones</span></div>
            \(leftOut)</header>
            <main>
            <section class="card guide">
            <div><h2>Before the release</h2>
            <ol>
            <li>Run the App Clip from Xcode once, or add its <code>.ipa</code>: it is then on the phone.</li>
            <li>Settings, Developer, App Clips Testing, Local Experiences, Register Local Experience: enter what is listed with each \
            experience below.</li>
            <li>Scan the experience's QR code, or touch its tag. A local experience needs no site association, and opens \
            development, ad hoc and TestFlight builds only.</li>
            <li>In TestFlight testers start up to three invocations of a build from the TestFlight app: no card is shown there, and no \
            tag is scanned.</li>
            <li>Remove a local experience afterwards: it wins over registered experiences.</li>
            </ol></div>
            <div><h2>After the release</h2>
            <ol>
            <li>Settings, Developer, App Clips Testing: <b>Clear Experience Cache</b> before each experience. Phones keep what they \
            have learned.</li>
            <li><b>Diagnostics</b> beside it: enter the URL. It says whether the experience is registered and published, the site \
            is associated, a code can hold the URL, and a banner shows.</li>
            <li>For “nothing”, delete the App Clip (Settings, App Clips) and the full app. For “App Clip”, open it once. For \
            “full app”, install it.</li>
            </ol></div>
            <div><h2>Taken as given</h2><ul>\(assumptions)</ul></div>
            <div class="legend"><h2>What is expected</h2>
            <p><span class="chip app-clip">App Clip</span> the card, then the App Clip</p>
            <p><span class="chip full-app">Full app</span> the full app, with the same URL</p>
            <p><span class="chip error-card">Error</span> a card with an error</p>
            <p><span class="chip nothing">None</span> no App Clip; a link opens the website</p>
            <p><span class="chip unstated">?</span> no text says it: note what you see</p>
            <p class="soft">A dashed edge: a report or another page of Apple's says otherwise, or only a report says it.</p></div>
            </section>

            """
    }

    private var leftOut: String {
        guard !matrix.leftOut.isEmpty else { return "" }
        let shown = matrix.leftOut.prefix(5).map { "<code>\(MarkupText.escaped($0))</code>" }.joined(separator: ", ")
        let more = matrix.leftOut.count > 5 ? " and \(matrix.leftOut.count - 5) more" : ""
        return """
            <p class="banner"><b>\(matrix.leftOut.count) experiences are not on this page:</b> \(shown)\(more). Choose with \
            <code>--experience URL</code> or <code>--tag ID</code>, or raise <code>--most</code>.</p>

            """
    }
}
