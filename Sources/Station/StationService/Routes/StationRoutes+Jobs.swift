internal import API
internal import Geodesy
internal import HTTPMessages
internal import HTTPServer
internal import OpenAPI
internal import Provisioning
internal import Registry

extension StationRoutes {
    private static let id = RequestParameter<Int>.path("id", "the job's number")
    private static let participant = RequestParameter<Int>.path(
        "participant", "the participant's number, from the answer that started or joined the job")
    private static let unknown: [ListedProblem] = [.job(.unknownJob)]

    var jobs: [Endpoint] {
        let jobs = station.jobs
        return [
            .get(
                "/v1/jobs", for: .read, Endpoint.Title("Write jobs", "Lists the write jobs, the newest first"),
                run: { _ in JobList(await jobs.jobs()) }),
            .change(
                .post, at: "/v1/jobs", for: .provision,
                Endpoint.Title(
                    "Write jobs", "Starts writing a batch, or joins the job that writes it",
                    detail:
                        "A batch whose chips are changed for ever (`isPermanent` in its summary) is written only with its "
                        + "name as `confirmation`; a request without it is refused (409, `confirmation-required`). "
                        + "`participant` in the answer is the number to leave the job with. To pause: `POST /v1/batches/{name}/pause`. To go on: resume the batch, and start a job."
                ),
                taking: WriteJobRequest.self, status: 201,
                problems: [
                    .registry(.unknownBatch), .registry(.unknownReader), .batch(.batchInWork),
                    .batch(.confirmationRequired), .batch(.elsewhere), .batch(.noKey), .batch(.noNFCTags),
                    .batch(.noPlaceholder), .job(.noReaderAdded), .batch(.otherStore), .batch(.paused),
                    .batch(.restored), .job(.readerInUse), .batch(.unregistered), .place(.coordinate),
                ]
            ) { call, wanted in try await jobs.start(wanted, by: call.author) },
            .get(
                "/v1/jobs/{id}", for: .read, Endpoint.Title("Write jobs", "Shows a job and its progress"),
                reading: [Self.id],
                problems: Self.unknown, run: { call in try await jobs.job(call[Self.id]) }),
            .act(
                .delete, at: "/v1/jobs/{id}", for: .provision,
                Endpoint.Title("Write jobs", "Ends a job for all of its participants, between two tags"),
                reading: [Self.id], problems: Self.unknown,
                run: { call in try await jobs.cancel(call[Self.id], by: call.author) }),
            .act(
                .delete, at: "/v1/jobs/{id}/participants/{participant}", for: .provision,
                Endpoint.Title(
                    "Write jobs", "Leaves a job, which continues for its other participants",
                    detail:
                        "Readers that only this participant named leave, too, each between two tags. The last participant "
                        + "ends the job."),
                reading: [Self.id, Self.participant], problems: [.job(.unknownJob), .job(.unknownParticipant)],
                run: { call in
                    try await jobs.leave(call[Self.id], participant: call[Self.participant], by: call.author)
                }),
            .change(
                .post, at: "/v1/jobs/{id}/orders", for: .provision,
                Endpoint.Title(
                    "Write jobs", "Says something to a running job",
                    detail: "What comes of it is among the job's events, a refusal too."),
                reading: [Self.id], taking: WriteOrder.self, problems: [.job(.unknownJob), .job(.jobEnded)]
            ) { call, order in try await jobs.carryOut(order, inJob: call[Self.id], by: call.author) },
            .content(
                "/v1/jobs/{id}/events", for: .read,
                Endpoint.Title(
                    "Write jobs", "Tells everything that has happened in a job, and what happens until it ends",
                    detail:
                        "A client that names the last event that it has seen (`Last-Event-ID`) hears what follows it, and is "
                        + "answered 204 when that was the last one."),
                reading: [Self.id], answer: Self.eventStream,
                or: [APIOperation.Answer(204, "The client has seen all of them.")], problems: Self.unknown
            ) { [station] call in
                JobEvents.answer(
                    try await jobs.log(call[Self.id]), after: call.request.headers["Last-Event-ID"],
                    for: station.lease(of: call))
            },
        ]
    }

    static let eventStream = APIOperation.Answer(
        200, "Server-sent events; each one's data is a JSON document.",
        APIOperation.Content("text/event-stream", .text()))
}
