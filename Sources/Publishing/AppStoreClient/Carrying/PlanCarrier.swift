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

    /// Runs until nothing is left that can be done. `first` is what was read just before.
    package func run(
        from first: RegisteredState, _ report: @Sendable (CarryingEvent) -> Void
    ) async throws -> CarryingResult {
        var state = first
        var accepted: Set<Key> = []
        var errors: [Key: (tries: Int, error: ServiceError)] = [:]
        var done = 0
        while true {
            let plan = ConnectPlan(from: state, to: wanted, deactivatingOthers: deactivatingOthers)
            let steps = plan.steps.filter { step in
                !accepted.contains(Key(step)) && errors[Key(step)]?.tries ?? 0 < Self.triesOfStep
            }
            report(.looked(steps: steps.count))
            guard !steps.isEmpty else {
                let left = Set(plan.steps.map { Key($0) })
                // Requests without an answer that were carried out all the same.
                let landed = errors.keys.filter { !accepted.contains($0) && !left.contains($0) }
                let failed = plan.steps.filter { !accepted.contains(Key($0)) }
                return CarryingResult(
                    done: done + landed.count,
                    failures: failed.compactMap { step in errors[Key(step)].map { .init(step: step, error: $0.error) }
                    },
                    unseen: plan.steps.filter { accepted.contains(Key($0)) }, findings: plan.findings)
            }
            var isUncertain = false
            for step in steps {
                try Task.checkCancellation()
                do {
                    try await carryOut(step)
                    accepted.insert(Key(step))
                    done += 1
                    report(.done(step))
                } catch let error as ServiceError {
                    if error.endsTheRun { throw error }
                    isUncertain = isUncertain || error.code == .uncertain
                    errors[Key(step)] = ((errors[Key(step)]?.tries ?? 0) + 1, error)
                    report(.failed(step, error))
                }
            }
            if isUncertain { try await service.clock.sleep(seconds: settling) }
            state = try await service.state(of: scope, facts: first.facts)
        }
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
