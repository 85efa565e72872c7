import API
import AppClips
import AppStoreConnect
import ArgumentParsing
import CSV
import DeploymentCheck
import Faults
import Registry
import Watch

/// The deployments of a watch: their files, the hosts of their URLs, App Store Connect.
struct WatchedDeployments {
    /// Parts that are found out from what a deployment holds.
    private static let derived: Set<WatchPart.Kind> = [.files, .check, .site, .copy, .pages, .appStore]

    private let values: ParsedValues
    private let state: WatchState
    private let holdings: Result<RegistryHoldings, ClientError>?

    init(_ values: ParsedValues, _ state: WatchState, holdings: Result<RegistryHoldings, ClientError>?) {
        self.values = values
        self.state = state
        self.holdings = holdings
    }

    func outcomes() async throws -> [(part: WatchPart, outcome: PartOutcome)] {
        var outcomes: [(part: WatchPart, outcome: PartOutcome)] = []
        var all: [RegistryHoldings] = []
        /// Why what a deployment holds is not known.
        var blindness: String?
        switch holdings {
        case .success(let holdings):
            all.append(holdings)
            if WatchOptions.wants(.check, values) { outcomes.append(try checked(CheckSubject(holdings), "registry")) }
        case .failure(let error): blindness = "the registry did not answer: \(error.complaint.reason)"
        case nil: break
        }
        for folder in WatchOptions.deployments(values) {
            let part = WatchPart(.files, folder)
            do {
                let deployment = try DeploymentFolder(folder).loaded()
                all.append(try RegistryHoldings(deployment))
                outcomes.append((part, .checked([])))
                if WatchOptions.wants(.check, values) {
                    outcomes.append(try checked(try CheckSubject(deployment, in: folder), folder))
                }
                outcomes += try await appStore(folder)
            } catch let error as FileError where error.code == .rows {
                outcomes.append((part, try PartOutcome(refused: CheckReport(refused: error.problems), in: part)))
                blindness = "the files of \(folder) are refused"
            } catch let error as any AnyFault {
                outcomes.append((part, .notChecked(why: error.complaint.reason)))
                blindness = "\(folder) cannot be read: \(error.complaint.reason)"
            }
        }
        if WatchOptions.wants(.sites, values) { outcomes += try await WatchedSites(values, all).outcomes() }
        return outcomes + forgotten(outcomes, why: blindness)
    }

    private func checked(_ subject: CheckSubject, _ name: String) throws -> (part: WatchPart, outcome: PartOutcome) {
        let part = WatchPart(.check, name)
        return (part, try PartOutcome(CheckReport(subject), of: subject, in: part))
    }

    /// Compared where there are settings and a key.
    private func appStore(_ folder: String) async throws -> [(part: WatchPart, outcome: PartOutcome)] {
        guard WatchOptions.wants(.appstore, values), ConnectOptions.hasKey(values), ConnectSession.hasSettings(folder)
        else { return [] }
        let part = WatchPart(.appStore, folder)
        do {
            let session = try ConnectSession(folder: folder, values)
            let (_, registered) = try await session.look()
            return [(part, try PartOutcome(ConnectPlan(from: registered, to: session.wanted), in: part))]
        } catch let error as any AnyFault {
            return [(part, .notChecked(why: "\(error.complaint.message): \(error.complaint.reason)"))]
        }
    }

    /// What the run before looked at, and this one would have, had it known of what.
    private func forgotten(
        _ outcomes: [(part: WatchPart, outcome: PartOutcome)], why: String?
    ) -> [(part: WatchPart, outcome: PartOutcome)] {
        guard let why else { return [] }
        let present = Set(outcomes.map(\.part))
        return state.parts.filter {
            Self.derived.contains($0.part.kind) && $0.wanted == state.time && !present.contains($0.part)
        }.map { ($0.part, .notChecked(why: why)) }
    }
}
