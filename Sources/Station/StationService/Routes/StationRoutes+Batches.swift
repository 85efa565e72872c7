internal import API
internal import AppClips
internal import CSV
internal import HTTPServer
internal import Registry

extension StationRoutes {
    static let batchName = RequestParameter<BatchName>.path("name", "the batch's name")
    private static let template = RequestParameter<String?>.text(
        "template", atMost: 2_000, "the URL template of rows without a URL (RFC 6570)")
    private static let protection = RequestParameter<Protection?>.choice(
        "protection", "what keeps strangers from writing")
    private static let mirror = RequestParameter<RulesRequest.Mirror?>.choice("mirror", "what a chip shows of itself")
    private static let genuineness = RequestParameter<GenuinenessRule?>.choice(
        "genuineness", "whether the factory's signature is looked at")
    private static let deployment = RequestParameter<DeploymentName?>.name(
        "deployment", "the deployment whose stores the rows name; needed where several have one of them")
    private static let unknown: [ListedProblem] = [.registry(.unknownBatch)]
    private static let contradicted: [ListedProblem] = [.registry(.unknownBatch), .registry(.contradiction)]
    private static let edited = EditedThing.batch.path

    var batches: [Endpoint] {
        [
            .get(
                "/v1/batches", for: .read,
                Endpoint.Title("Batches", "Lists the batches in the order in which they were made"),
                reading: Paging.parameters + [Self.text], problems: Paging.problems,
                run: { [station] call in try await station.batches(call, text: call[Self.text]) }),
            .get(
                Self.edited, for: .read,
                Endpoint.Title("Batches", "Shows a batch with its tags, and what putting it on tags needs"),
                reading: [Self.batchName], problems: Self.unknown,
                run: { [station] call in try await station.detail(of: call[Self.batchName]) }),
            .upload(
                .post, at: Self.edited, for: .provision, Endpoint.Title("Batches", "Creates a batch from a batch file"),
                reading: [
                    Self.batchName, Self.file, Self.template, Self.deployment, Self.protection, Self.mirror,
                    Self.genuineness, ImportMode.dryRun,
                ],
                body: .whole(limit: Self.fileLimit), status: 201,
                problems: [
                    .registry(.alreadyExists), .registry(.badName), .registry(.contradiction), .batch(.noPlaceholder),
                    .file(.header),
                    .file(.rows), .url(.template), .url(.values),
                ]
            ) { [station] call in
                let rules = RulesRequest(
                    protection: call[Self.protection], mirror: call[Self.mirror], genuineness: call[Self.genuineness])
                return try await station.createBatch(
                    call[Self.batchName], template: call[Self.template], rules: rules.applied(to: .usual),
                    deployment: call[Self.deployment], call.request.body,
                    file: call[Self.file] ?? call[Self.batchName].text, isDryRun: call[ImportMode.dryRun],
                    by: call.author)
            },
            .upload(
                .put, at: Self.edited, for: .provision,
                Endpoint.Title("Batches", "Gives a batch's tags another plan, and adds tags to it"),
                reading: [Self.batchName, Self.file, Self.template, ImportMode.dryRun],
                body: .whole(limit: Self.fileLimit), edits: .batch,
                problems: [
                    .registry(.unknownBatch), .registry(.alreadyExists), .registry(.contradiction),
                    .batch(.noPlaceholder), .file(.header), .file(.rows), .url(.template), .url(.values),
                ]
            ) { [station] call in
                try await station.reviseBatch(
                    call[Self.batchName], template: call[Self.template], call.request.body,
                    file: call[Self.file] ?? call[Self.batchName].text, isDryRun: call[ImportMode.dryRun],
                    expecting: call.seen, by: call.author)
            },
            .get(
                "/v1/batches/{name}/check", for: .read,
                Endpoint.Title("Batches", "Tells which tags of a batch are to be done again"),
                reading: [Self.batchName],
                problems: Self.unknown, run: { [station] call in try await station.check(call[Self.batchName]) }),
        ] + batchEdits
    }

    private var batchEdits: [Endpoint] {
        [
            .change(
                .post, at: "/v1/batches/{name}/rules", for: .provision,
                Endpoint.Title("Batches", "Changes what the chips of a batch are to be"), reading: [Self.batchName],
                taking: RulesRequest.self, edits: .batch,
                problems: [.registry(.unknownBatch), .batch(.batchInWork), .batch(.noPlaceholder)]
            ) { [station] call, rules in
                try await station.rule(call[Self.batchName], rules, expecting: call.seen, by: call.author)
            },
            .act(
                .post, at: "/v1/batches/{name}/rotate", for: .administer,
                Endpoint.Title("Batches", "Lets a batch's chips get passwords from the station's current key"),
                reading: [Self.batchName], edits: .batch,
                problems: [.registry(.unknownBatch), .batch(.batchInWork), .batch(.noKey), .batch(.noPassword)]
            ) { [station] call in
                try await station.rotateKey(of: call[Self.batchName], expecting: call.seen, by: call.author)
            },
            .change(
                .post, at: "/v1/batches/{name}/pause", for: .provision,
                Endpoint.Title("Batches", "Stops the writing of a batch between two tags, until it is resumed"),
                reading: [Self.batchName], taking: PauseRequest.self, edits: .batch, problems: Self.contradicted
            ) { [station] call, pause in
                try await station.pause(
                    call[Self.batchName], reason: pause.reason, expecting: call.seen, by: call.author)
            },
            .change(
                .post, at: "/v1/batches/{name}/resume", for: .provision,
                Endpoint.Title("Batches", "Lets a batch that was paused go on"), reading: [Self.batchName],
                taking: ResumeRequest.self, edits: .batch, problems: Self.contradicted
            ) { [station] call, resume in
                try await station.resume(
                    call[Self.batchName], reason: resume.reason, expecting: call.seen, by: call.author)
            },
        ]
    }
}
