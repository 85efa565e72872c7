internal import API
internal import HTTPServer
internal import OpenAPI
internal import Registry

extension StationRoutes {
    private static let id = Parameter<Int>.path("id", "the job's number")
    private static let unknown: Endpoint.Problems = [404: ["unknown-job"]]

    var jobs: [Endpoint] {
        let jobs = station.jobs
        return [
            .get(
                "/v1/jobs", .read, Endpoint.Title("Write jobs", "Lists the write jobs, the newest first"),
                run: { _ in JobList(await jobs.jobs()) }),
            .change(
                .post, "/v1/jobs", .provision,
                Endpoint.Title(
                    "Write jobs", "Starts writing a batch, or lets readers join the job that writes it",
                    "To pause: `POST /v1/batches/{name}/pause`. To go on: resume the batch, and start a job."),
                taking: WriteJobRequest.self, status: 201,
                problems: [
                    404: ["unknown-batch", "unknown-reader"],
                    409: [
                        "batch-in-work", "elsewhere", "no-key", "no-nfc-tags", "no-placeholder", "no-reader", "paused",
                        "reader-in-use", "unregistered",
                    ], 422: ["coordinate"],
                ]
            ) { call, wanted in try await jobs.start(wanted, by: call.author) },
            .get(
                "/v1/jobs/{id}", .read, Endpoint.Title("Write jobs", "Shows a job and its progress"), [Self.id],
                problems: Self.unknown, run: { call in try await jobs.job(call[Self.id]) }),
            .act(
                .delete, "/v1/jobs/{id}", .provision, Endpoint.Title("Write jobs", "Ends a job between two tags"),
                [Self.id], problems: Self.unknown, run: { call in try await jobs.cancel(call[Self.id]) }),
            .change(
                .post, "/v1/jobs/{id}/orders", .provision,
                Endpoint.Title(
                    "Write jobs", "Says something to a running job",
                    "What comes of it is among the job's events, a refusal too."),
                [Self.id], taking: WriteOrder.self, problems: [404: ["unknown-job"], 409: ["job-ended"]]
            ) { call, order in try await jobs.carryOut(order, inJob: call[Self.id], by: call.author) },
            .content(
                "/v1/jobs/{id}/events", .read,
                Endpoint.Title(
                    "Write jobs", "Tells everything that has happened in a job, and what happens until it ends"),
                [Self.id], answer: Self.eventStream, problems: Self.unknown
            ) { call in .events(JobEvents.stream(try await jobs.log(call[Self.id]))) },
        ]
    }

    static let eventStream = APIOperation.Answer(
        200, "Server-sent events; each one's data is a JSON document.",
        APIOperation.Content("text/event-stream", .text()))
}
