internal import Cryptography
internal import Foundation
internal import Markup

/// The frame of a page that needs nothing but itself: no network, no file beside it, and no script but our own.
struct PageShell {
    let title: String
    /// The page's own markup; whatever comes from data is escaped in it already.
    let body: [UInt8]
    /// Scripts, run as one.
    var script: [UInt8] = []
    /// JSON for the script, each by the identifier of its element.
    var data: [(id: String, json: [UInt8])] = []
    /// Of the page's markup; a script may change it.
    var language = "en"

    /// The whole document. The policy names the digests of the one style and the one script (CSP 3, 2.3.1): whatever
    /// else may get into the page does not run, and nothing is fetched from anywhere.
    func document() throws -> [UInt8] {
        let style = PackageResources.map_css + PackageResources.page_css
        var policy = "default-src 'none'; style-src \(try Self.source(of: style)); base-uri 'none'; form-action 'none'"
        if !script.isEmpty { policy += "; script-src \(try Self.source(of: script))" }
        var page = Array(
            """
            <!doctype html>
            <html lang="\(language)">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(policy)">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="generator" content="waymark">
            <title>\(MarkupText.escaped(title))</title>
            <style>
            """.utf8)
        page += style + Array("</style>\n</head>\n<body>\n".utf8) + body
        for (id, json) in data {
            page += Array("<script type=\"application/json\" id=\"\(id)\">".utf8) + MarkupText.scriptSafe(json)
            page += Array("</script>\n".utf8)
        }
        if !script.isEmpty { page += Array("<script>".utf8) + script + Array("</script>\n".utf8) }
        return page + Array("</body>\n</html>\n".utf8)
    }

    private static func source(of text: [UInt8]) throws -> String {
        "'sha256-\(Data(try SHA256.hash(text)).base64EncodedString())'"
    }
}
