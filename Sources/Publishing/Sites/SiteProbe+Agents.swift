internal import AppClips
internal import Faults
internal import HTTPClient

/// A host for other user agents: what it gives to one, it has to give to all.
extension SiteProbe {
    /// What is wrong with the answers to `others`, beside that to the agent that is known to get one. A difference
    /// counts when it is there once more after another answer to the known agent: then it is neither one that passes,
    /// nor a file that was replaced in between.
    func faults(
        ofAgents others: [String], beside known: (agent: String, response: WebResponse), at url: String,
        of host: String, by client: WebClient
    ) async throws -> (faults: [SiteFault], notChecked: [String]) {
        for agent in others {
            let first = try await difference(for: agent, beside: known.response, at: url, by: client)
            guard first != nil else { continue }
            let again: WebResponse
            do {
                again = try await Self.ask(url, agent: known.agent, client)
            } catch let error as WebError {
                return ([], ["\(SiteReport.agentWords): \(host) does not answer any of them any more: \(error.reason)"])
            }
            if let difference = try await self.difference(for: agent, beside: again, at: url, by: client) {
                return ([.refused(host: host, why: difference)], [])
            }
        }
        return ([], [])
    }

    /// What an agent gets in the place of the same answer; nil when it gets the same.
    private func difference(
        for agent: String, beside known: WebResponse, at url: String, by client: WebClient
    ) async throws -> String? {
        let answer: WebResponse
        do {
            answer = try await Self.ask(url, agent: agent, client)
        } catch let error as WebError {
            return "it does not answer the user agent \(agent): \(error.reason)"
        }
        guard answer.status == known.status else { return "it answers \(answer.status) to the user agent \(agent)" }
        guard answer.body != known.body, let file = try? AssociationFile(known.body) else { return nil }
        let other = try? AssociationFile(answer.body)
        if let other, other.apps == file.apps, other.links == file.links { return nil }
        return "it serves another file to the user agent \(agent)"
    }
}
