internal import Faults
internal import HTTPClient
internal import HTTPMessages
internal import Registry

/// The file by which Android gives an app a host's URLs: by https, at its path, without redirect, as application/json.
///
/// See: Android Developers, "Configure website associations".
extension SiteProbe {
    /// What is wrong with the file for these apps; nothing when there are none.
    func androidFaults(at host: String, apps: [AndroidApp]) async throws -> [SiteFault] {
        guard !apps.isEmpty else { return [] }
        let answer: WebResponse
        do {
            answer = try await client.send(
                WebRequest(
                    "GET", "https://\(host)/\(AssetLinksFile.path)",
                    headers: ["User-Agent": "waymark", "Accept-Encoding": "identity"]),
                limit: AssetLinksFile.sizeLimit)
        } catch let error as WebError {
            return [.android(.androidMissing, at: host, why: error.reason, next: error.next)]
        }
        switch answer.status {
        case 200: break
        case 300..<400:
            let target = answer.headers["Location"] ?? "nowhere"
            return [
                .android(
                    .androidRedirect, at: host, why: "it answers with a redirect (\(answer.status)) to \(target)",
                    next: "serve the file under this host and path itself: Android follows no redirect")
            ]
        default:
            return [
                .android(
                    .androidMissing, at: host, why: "it answers \(answer.status)",
                    next: "put it at /\(AssetLinksFile.path): waymark site export FOLDER makes it")
            ]
        }
        var faults: [SiteFault] = []
        let type = answer.headers["Content-Type"]
        if type?.prefix(while: { $0 != ";" }).filter({ $0 != " " }).lowercased() != "application/json" {
            faults.append(
                .android(
                    .androidType, at: host, why: "its content type is \(type ?? "missing")",
                    next: "let the web server send Content-Type: application/json for it"))
        }
        do {
            let lacking = try AssetLinksFile(answer.body).lacking(apps)
            if !lacking.isEmpty {
                faults.append(
                    .android(
                        .androidApp, at: host, why: lacking.joined(separator: "; "),
                        next: "add it: waymark site export FOLDER"))
            }
        } catch {
            faults.append(.android(.androidNotJSON, at: host, why: error.reason, next: error.next))
        }
        return faults
    }
}

extension SiteFault {
    fileprivate static func android(_ code: Code, at host: String, why: String, next: String) -> SiteFault {
        SiteFault(code: code, message: "Android gives the app no URL of \(host)", why: why, next: next)
    }
}
