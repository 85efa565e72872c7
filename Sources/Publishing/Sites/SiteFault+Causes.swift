internal import AppClips
internal import Faults
internal import HTTPClient
internal import HTTPMessages

extension SiteFault {
    /// Why there is no answer.
    init(_ error: WebError, host: String) {
        let code: Code =
            switch error.code {
            case .hostNotFound: .hostNotFound
            case .timedOut: .timedOut
            case .certificateExpired: .certificateExpired
            case .certificateNotYetValid: .certificateNotYetValid
            case .certificateOfOtherHost: .certificateOfOtherHost
            case .certificateUntrusted: .certificateUntrusted
            case .tlsFailed: .tls
            case .tooLarge: .tooLarge
            case .disconnected, .malformedResponse: .brokenAnswer
            default: .unreachable
            }
        let next =
            switch code {
            case .hostNotFound: "make an address record for \(host)"
            case .timedOut: "answer quickly: Apple's servers do not wait for a page to be made"
            case .tooLarge: "shorten the file: Apple takes at most 128 kB"
            case .brokenAnswer: "look at the web server's log"
            case .unreachable: "open port 443 of \(host) to the Internet"
            default: error.next
            }
        self.init(
            code: code, message: "Apple cannot fetch the site association of \(host)", why: error.reason, next: next)
    }

    /// What is wrong with an answer before its body is read; nil when it is a file.
    init?(_ response: WebResponse, host: String, agent: String) {
        let message = "Apple does not take the site association of \(host)"
        switch response.status {
        case 200: break
        case 300..<400:
            self.init(
                code: .redirect, message: message,
                why: "\(host) answers with a redirect (\(response.status)) to "
                    + (response.headers["Location"] ?? "nowhere"),
                next: "serve the file under this host and path itself: Apple follows no redirect")
            return
        case 401, 403:
            self = .refused(host: host, why: "it answers \(response.status) to the user agent \(agent)")
            return
        case 404, 410:
            self.init(
                code: .notFound, message: message, why: "there is no file (\(response.status))",
                next: "put it at /\(AssociationFile.path): waymark site export FOLDER makes it")
            return
        default:
            self.init(
                code: .status, message: message, why: "\(host) answers \(response.status)",
                next: "look at the web server's log")
            return
        }
        let coding = response.headers["Content-Encoding"]?.lowercased() ?? "identity"
        guard coding != "identity" || response.body.starts(with: [0x1F, 0x8B]) else { return nil }
        self.init(
            code: .compressed, message: message,
            why: "it is compressed (\(coding == "identity" ? "gzip" : coding)), which the request did not allow",
            next: "serve the plain file, and take the rule for compression away from this path")
    }

    /// Why a body is not a site association for App Clips.
    init(_ error: SiteError, body: [UInt8], headers: HTTPHeaders, host: String) {
        let message = "Apple does not take the site association of \(host)"
        let start = body.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
        let isHTML = headers["Content-Type"]?.lowercased().hasPrefix("text/html") == true || start == 0x3C
        if isHTML {
            self.init(
                code: .html, message: message, why: "the answer is a web page, not the file",
                next: "let the web server serve the file before any page that catches all paths")
            return
        }
        let isJSON = error.reason.hasPrefix("it has no section") || error.reason.hasPrefix("appclips has")
        self.init(code: isJSON ? .noAppClips : .notJSON, message: message, why: error.reason, next: error.next)
    }

    /// What a file that can be read is called; nil for JSON. Apple's current pages name no type; the older one on
    /// universal links asks for application/json.
    init?(contentType: String?, host: String) {
        let type = contentType?.prefix { $0 != ";" }.filter { $0 != " " }.lowercased()
        guard type != "application/json" else { return nil }
        self.init(
            code: .contentType, message: "\(host) does not call its site association JSON",
            why: "its content type is \(contentType ?? "missing"): Apple's page on universal links asks for "
                + "application/json, its newer pages do not name a type",
            next: "let the web server send Content-Type: application/json for /\(AssociationFile.path)")
    }

    static func missing(_ apps: [String], host: String) -> SiteFault {
        SiteFault(
            code: .appMissing, message: "\(host) does not vouch for every App Clip",
            why: "appclips.apps lacks \(apps.joined(separator: ", "))",
            next: "add it: waymark site export FOLDER; phones look again after about a week")
    }

    static func closed(_ app: String, _ urls: [InvocationURL], host: String) -> SiteFault {
        SiteFault(
            code: .linksMissing, message: "\(host) gives \(app) not every URL of its App Clip",
            why: "applinks has no component for \(urls[0])" + (urls.count > 1 ? " and \(urls.count - 1) more" : "")
                + ": with the full app people see the website",
            next: "add it: waymark site export FOLDER; look for an entry with exclude that comes first")
    }

    /// `why` names the user agent, and what it gets.
    static func refused(host: String, why: String) -> SiteFault {
        SiteFault(
            code: .agentRefused, message: "\(host) turns Apple away", why: why,
            next:
                "admit every user agent, address and country in the web server and in any proxy before it: Apple asks for "
                + "that, and names AASA-Bot and CFNetwork")
    }
}
