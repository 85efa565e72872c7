internal import AppClips
internal import Faults
internal import HTTPClient
internal import HTTPMessages

/// Apple's copy of a host's site association: the only file that phones read (Technote 3155).
extension SiteProbe {
    /// Where Apple keeps its copies; the host follows.
    package static let appleCopies = "https://app-site-association.cdn-apple.com/a/v1"

    /// What is wrong with the copy, beside what the host itself answers: `origin`. Where that is nil, a fault already, the copy
    /// is held against the deployment instead: its App Clips, and its URLs by full app.
    func copy(
        of host: String, at copies: (address: String, client: WebClient), origin: AssociationFile?, apps: Set<String>,
        links: [String: [InvocationURL]]
    ) async throws -> (faults: [SiteFault], notChecked: [String]) {
        let answer: WebResponse
        do {
            answer = try await Self.ask("\(copies.address)/\(host)", agent: "waymark", copies.client)
        } catch let error as WebError {
            return ([], ["Apple's copy: \(error.reason)"])
        }
        switch answer.status {
        case 200: break
        case 429, 500...:
            // A fault of theirs says nothing of the copy.
            return ([], ["Apple's copy: Apple's servers answer \(answer.status)"])
        default:
            let reason = ["Apple-Failure-Reason", "Apple-Failure-Details"].compactMap { answer.headers[$0] }
            return ([.copyMissing(host, status: answer.status, reason: reason.joined(separator: " "))], [])
        }
        guard let file = try? AssociationFile(answer.body) else {
            return ([.copyOutdated(host, "it names no App Clips")], [])
        }
        guard let origin else {
            let lacking = apps.subtracting(file.apps).sorted()
            let closed = links.filter { app, urls in urls.contains { !file.links.opens($0, in: app) } }.keys.sorted()
            let gaps = [
                lacking.isEmpty ? nil : "it lacks \(lacking.joined(separator: ", "))",
                closed.isEmpty ? nil : "its applinks do not give \(closed.joined(separator: ", ")) every URL",
            ].compactMap { $0 }
            return (gaps.isEmpty ? [] : [.copyUnfit(host, gaps.joined(separator: "; "))], [])
        }
        var differences: [String] = []
        let lacking = Set(origin.apps).subtracting(file.apps).sorted()
        if !lacking.isEmpty { differences.append("it lacks \(lacking.joined(separator: ", "))") }
        let surplus = Set(file.apps).subtracting(origin.apps).sorted()
        if !surplus.isEmpty { differences.append("it still names \(surplus.joined(separator: ", "))") }
        if file.links != origin.links { differences.append("its applinks are others") }
        return (differences.isEmpty ? [] : [.copyOutdated(host, differences.joined(separator: "; "))], [])
    }
}

extension SiteFault {
    fileprivate static func copyMissing(_ host: String, status: Int, reason: String) -> SiteFault {
        SiteFault(
            code: .copyMissing,
            message: "Apple has no copy of the site association of \(host), and phones read nothing else",
            why: "Apple's servers answer \(status)" + (reason.isEmpty ? "" : ": \(reason)"),
            next: "correct what Apple says; it asks again within a day")
    }

    fileprivate static func copyUnfit(_ host: String, _ gap: String) -> SiteFault {
        SiteFault(
            code: .copyOutdated,
            message: "Apple's copy of the site association of \(host) is not what the deployment needs",
            why: "\(gap), and phones read the copy while Apple cannot fetch the file anew",
            next: "serve the file at the host again: waymark site export FOLDER; Apple asks within a day")
    }

    fileprivate static func copyOutdated(_ host: String, _ difference: String) -> SiteFault {
        SiteFault(
            code: .copyOutdated, message: "Apple's copy of the site association of \(host) is not what the host serves",
            why: "\(difference): phones read the copy",
            next: "wait a day: Apple asks again by itself, and phones after about a week; a copy cannot be recalled")
    }
}
