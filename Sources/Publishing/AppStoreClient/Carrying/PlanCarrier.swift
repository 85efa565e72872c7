package import AppStoreConnect
internal import Faults

/// Carries out plans in passes: look at what is there, plan, do the steps, until a look shows that nothing is left.
///
/// What is there decides, not what this process remembers: a request without an answer is not sent again before a
/// look has shown that it was not carried out. So a run that is killed is gone on with by running it again.
package struct PlanCarrier: Sendable {
    /// Tries of one step, each in a pass of its own.
    private static let triesOfStep = 4

    let service: ConnectService
    let notebook: UploadNotebook
    let wanted: WantedState
    let scope: ConnectScope
    let deactivatingOthers: Bool
    /// Seconds to wait before the look after a request without an answer: it may still be on its way.
    let settling: Double
    /// The bytes of an image by its path.
    let read: @Sendable (String) throws -> [UInt8]

    package init(
        _ service: ConnectService, notebook: UploadNotebook, wanted: WantedState, scope: ConnectScope,
        deactivatingOthers: Bool, settling: Double, read: @escaping @Sendable (String) throws -> [UInt8]
    ) {
        self.service = service
        self.notebook = notebook
        self.wanted = wanted
        self.scope = scope
        self.deactivatingOthers = deactivatingOthers
        self.settling = settling
        self.read = read
    }

    private struct Key: Hashable {
        let verb: String
        let url: String
        /// Several that are registered may have one URL.
        let identifier: String?

        init(_ step: ConnectPlan.Step) {
            verb = step.verb
            url = step.url
            identifier = step.identifier
        }
    }

    /// What has been done, and what the last look has shown.
    private struct Progress {
        var plan: ConnectPlan
        /// What the look has shown to be due, also where it is not to be done.
        var due: Set<Key>
        var done = 0
        var accepted: Set<Key> = []
        /// Of these a look has come since.
        var acceptedBefore: Set<Key> = []
        var errors: [Key: (tries: Int, error: ServiceError)] = [:]

        init(_ plan: ConnectPlan) {
            self.plan = plan
            due = Set(plan.steps.map { Key($0) })
        }

        /// A look has shown that this is left, of which `plan` is to be done.
        mutating func look(_ all: ConnectPlan, _ plan: ConnectPlan) {
            self.plan = plan
            due = Set(all.steps.map { Key($0) })
            acceptedBefore = accepted
        }

        /// Steps that are worth a try.
        var open: [ConnectPlan.Step] {
            plan.steps.filter {
                !accepted.contains(Key($0)) && errors[Key($0)]?.tries ?? 0 < PlanCarrier.triesOfStep
            }
        }

        func result(stoppedBy error: (any Error)? = nil) -> CarryingResult {
            let left = plan.steps.filter { !accepted.contains(Key($0)) }
            return CarryingResult(
                done: done, left: left.count,
                failures: left.compactMap { step in errors[Key(step)].map { .init(step: step, error: $0.error) } },
                unseen: plan.steps.filter { acceptedBefore.contains(Key($0)) }, findings: plan.findings,
                stoppedBy: error)
        }
    }

    /// Runs until nothing is left that can be done, or something ends it. `first` is what was read just before, and
    /// `confirmed` the plan that was made of it: of what has come since nothing is taken away. Throws only where the task
    /// is cancelled.
    package func run(
        _ confirmed: ConnectPlan, from first: RegisteredState, _ report: @Sendable (CarryingEvent) -> Void
    ) async throws -> CarryingResult {
        var progress = Progress(confirmed)
        do {
            while true {
                let steps = progress.open
                report(.looked(steps: steps.count))
                guard !steps.isEmpty else {
                    // Requests without an answer that were carried out all the same.
                    progress.done += progress.errors.keys.count {
                        !progress.accepted.contains($0) && !progress.due.contains($0)
                    }
                    return progress.result()
                }
                try await pass(steps, &progress, report)
                let state = try await service.state(of: scope, facts: first.facts)
                let plan = ConnectPlan(from: state, to: wanted, deactivatingOthers: deactivatingOthers)
                progress.look(plan, plan.limited(to: confirmed))
            }
        } catch let error as CancellationError {
            throw error
        } catch {
            return progress.result(stoppedBy: error)
        }
    }

    /// Tries each step once.
    private func pass(
        _ steps: [ConnectPlan.Step], _ progress: inout Progress, _ report: @Sendable (CarryingEvent) -> Void
    ) async throws {
        var isUncertain = false
        for step in steps {
            try Task.checkCancellation()
            do {
                try await carryOut(step)
                progress.accepted.insert(Key(step))
                progress.done += 1
                report(.done(step))
            } catch let error as ServiceError {
                if error.endsTheRun { throw error }
                isUncertain = isUncertain || error.code == .uncertain
                progress.errors[Key(step)] = ((progress.errors[Key(step)]?.tries ?? 0) + 1, error)
                report(.failed(step, error))
            }
        }
        if isUncertain { try await service.clock.sleep(seconds: settling) }
    }

    private func carryOut(_ step: ConnectPlan.Step) async throws {
        let experiences = "/v1/appClipAdvancedExperiences"
        switch step {
        case .create(let wanted, _):
            let image = try await upload(wanted)
            try await service.send(
                "POST", experiences, body: ExperienceRequest(creating: wanted, clip: scope.clip, image: image))
        case .update(let id, let wanted, let changes):
            let image = changes.contains { $0.part == "headerImage" } ? try await upload(wanted) : nil
            let reactivating = changes.contains { $0.part == "status" }
            try await service.send(
                "PATCH", "\(experiences)/\(id)",
                body: ExperienceRequest(updating: id, to: wanted, image: image, reactivating: reactivating))
        case .deactivate(let id, _):
            try await service.send("PATCH", "\(experiences)/\(id)", body: ExperienceRequest(deactivating: id))
        case .deleteInvocation(let id, _):
            try await service.delete("/v1/betaAppClipInvocations/\(id)")
        case .createInvocation(let wanted):
            guard let buildBundle = scope.buildBundle else { return }
            try await service.send(
                "POST", "/v1/betaAppClipInvocations",
                body: InvocationRequest(creating: wanted, buildBundle: buildBundle))
        case .createDefault(let wanted, let version, let template):
            try await DefaultCarrier(service: service, read: read).create(
                wanted, of: scope.clip, version: version.id, template: template)
        case .updateDefault(let registered, let wanted, _, _):
            try await DefaultCarrier(service: service, read: read).update(registered, to: wanted)
        }
    }

    /// The identifier of the experience's header image; nil when it has none.
    private func upload(_ wanted: WantedExperience) async throws -> String? {
        guard let image = wanted.image else { return nil }
        let transfer = ImageTransfer(service: service, type: .image, image: image, bytes: try read(image.path))
        let upload = ImageUpload(transfer: transfer, notebook: notebook, url: wanted.link)
        return try await upload.run()
    }
}
