internal import Faults
internal import HTTPClient
internal import HTTPMessages

/// A host over IPv4 and over IPv6, each asked apart: a phone that has both tries one after the other, and a fault of one
/// shows only on phones that have no other.
extension SiteProbe {
    /// What came over each family.
    struct FamilyAnswers {
        var answered: [(family: AddressFamily, response: WebResponse)] = []
        var failed: [(family: AddressFamily, error: WebError)] = []
        /// Families that could not be looked at, in words.
        var notChecked: [String] = []

        /// The answer that the rest of the check is about: a good one, if there is one.
        func best(_ host: String, agent: String) -> (family: AddressFamily, response: WebResponse)? {
            answered.first { SiteFault($0.response, host: host, agent: agent) == nil } ?? answered.first
        }

        /// Why nothing answered: that a family has no address is said only where none has.
        var error: WebError? { (failed.first { $0.error.code != .hostNotFound } ?? failed.first)?.error }
    }

    /// Asks for `url` over each family that the server's name may have.
    func answers(to url: String, of host: String, agent: String) async throws -> FamilyAnswers {
        let families = AddressFamily(ofLiteral: server ?? host).map { [$0] } ?? AddressFamily.allCases
        var answers = FamilyAnswers()
        if let proxy = WebClient.proxy(for: host) {
            answers.notChecked.append("IPv4 and IPv6 apart: the proxy \(proxy) is between")
            do {
                answers.answered.append((.ipv4, try await Self.ask(url, agent: agent, client)))
            } catch let error as WebError {
                answers.failed.append((.ipv4, error))
            }
            return answers
        }
        typealias Outcome = (AddressFamily, Result<WebResponse, WebError>)
        let results = try await withThrowingTaskGroup(of: Outcome.self) { group in
            for family in families {
                group.addTask {
                    do {
                        return (family, .success(try await Self.ask(url, agent: agent, client(over: family))))
                    } catch let error as WebError {
                        return (family, .failure(error))
                    }
                }
            }
            return try await group.reduce(into: [AddressFamily: Result<WebResponse, WebError>]()) { $0[$1.0] = $1.1 }
        }
        for family in families {
            switch results[family] {
            case .success(let response): answers.answered.append((family, response))
            case .failure(let error): answers.failed.append((family, error))
            case nil: break
            }
        }
        return answers
    }

    /// What is wrong with the families beside the one that the check is about.
    func faults(
        of answers: FamilyAnswers, beside best: (family: AddressFamily, response: WebResponse), at host: String
    ) async throws -> (faults: [SiteFault], notChecked: [String]) {
        var faults: [SiteFault] = []
        var notChecked = answers.notChecked
        for (family, response) in answers.answered where family != best.family {
            if response.status != best.response.status {
                faults.append(.differs(over: family, of: host, "it answers \(response.status)", beside: best))
            } else if response.body != best.response.body {
                faults.append(.differs(over: family, of: host, "it serves another file", beside: best))
            }
        }
        for (family, error) in answers.failed {
            if let reason = try await reasonNotToJudge(error, over: family, at: host) {
                if !reason.isEmpty { notChecked.append("\(host) over \(family.rawValue): \(reason)") }
            } else {
                faults.append(.silent(over: family, of: host, error, beside: best.family))
            }
        }
        return (faults, notChecked)
    }

    /// Why a failure over a family says nothing of the host: empty when the host has no address in it, a sentence when
    /// this machine cannot tell. Nil when it is a fault.
    private func reasonNotToJudge(
        _ error: WebError, over family: AddressFamily, at host: String
    ) async throws -> String? {
        switch error.code {
        case .hostNotFound: return family.isKnown ? "" : "this machine does not know \(family.rawValue)"
        case .refused, .unreachable, .timedOut, .notPermitted: break
        default: return nil
        }
        guard hasRoute(family) else { return "this machine has no route to the Internet in it" }
        // A route may lead nowhere. Apple's servers have addresses of both families.
        guard let copies else { return nil }
        do {
            var client = copies.client
            client.addressFamily = family
            _ = try await Self.ask("\(copies.address)/\(host)", agent: "waymark", client)
            return nil
        } catch is WebError {
            return "neither it nor Apple's servers answer this machine"
        }
    }

    /// The same client for one family.
    func client(over family: AddressFamily?) -> WebClient {
        var client = client
        client.addressFamily = family
        return client
    }
}

extension SiteFault {
    fileprivate static func silent(
        over family: AddressFamily, of host: String, _ error: WebError, beside other: AddressFamily
    ) -> SiteFault {
        SiteFault(
            code: .familyFails, message: "\(host) has an \(family.rawValue) address, and fails over it",
            why: "\(error.reason); over \(other.rawValue) it answers. Apple's servers and phones may use either",
            next: "let the web server and its firewall serve both, or take the address record away")
    }

    fileprivate static func differs(
        over family: AddressFamily, of host: String, _ what: String,
        beside best: (family: AddressFamily, response: WebResponse)
    ) -> SiteFault {
        SiteFault(
            code: .familyDiffers, message: "\(host) is not the same over \(family.rawValue)",
            why:
                "\(what), other than over \(best.family.rawValue) (\(best.response.status)). Apple's servers and phones "
                + "may use either",
            next: "let both addresses of the host lead to the same site")
    }
}
