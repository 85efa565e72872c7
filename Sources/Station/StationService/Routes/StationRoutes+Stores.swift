internal import API
internal import AppClips
internal import CSV
internal import HTTPServer
internal import Registry

extension StationRoutes {
    static let file = RequestParameter<String?>.text(
        "file", atMost: 500, "the file's name, for messages and the journal")
    static let text = RequestParameter<String?>.text("q", atMost: 200, "a text that it contains")
    private static let storeID = RequestParameter<StoreName>.path("id", "the store's identifier")
    private static let store = RequestParameter<StoreName?>.name("store", "those of this store")
    private static let deployment = RequestParameter<DeploymentName?>.name("deployment", "those of this deployment")
    private static let oneOwner = RequestParameter<DeploymentName?>.name(
        "deployment", "the store's deployment; needed where several have one of this identifier")
    private static let owner = RequestParameter<DeploymentName?>.name(
        "deployment", "the deployment that they belong to (default: none)")
    private static let status = RequestParameter<Experience.Status?>.choice("status", "those in this state")
    private static let url = RequestParameter<String>.requiredText("url", atMost: 2_000, "an invocation URL")

    var status: [Endpoint] {
        [
            .get(
                "/v1/status", for: .read, Endpoint.Title("Station", "Shows the station at a glance"),
                run: { [station] _ in try await station.status() }),
            .get(
                "/v1/registry", for: .read,
                Endpoint.Title("Station", "Gives everything that a check of the App Clip side looks at"),
                run: { [station] _ in try await station.holdings() }),
            .change(
                .post, at: "/v1/deployments", for: .administer,
                Endpoint.Title("Station", "Takes in a deployment: its manifest and the files that it names"),
                reading: ImportMode.parameters, taking: DeploymentRequest.self, limit: Self.fileLimit,
                problems: [
                    .registry(.alreadyExists), .registry(.badName), .registry(.contradiction), .batch(.noPlaceholder),
                    .registry(.regionMoves), .registry(.badDeployment), .file(.header), .file(.rows),
                ],
                run: { [station] call, deployment in
                    try await station.load(deployment, ImportMode(call), by: call.author)
                }),
        ]
    }

    var stores: [Endpoint] {
        [
            .get(
                "/v1/stores", for: .read, Endpoint.Title("Stores", "Lists the stores"),
                reading: Paging.parameters + [Self.text, Self.deployment],
                problems: Paging.problems
            ) { [station] call in
                let (stores, next) = try await Paging.page(call, \Store.id.key) { page in
                    try await station.queries.stores(
                        StoreFilter(text: call[Self.text], deployment: call[Self.deployment]), page)
                }
                return StoreList(stores, next: next)
            },
            .get(
                "/v1/stores/{id}", for: .read, Endpoint.Title("Stores", "Shows a store"),
                reading: [Self.storeID, Self.oneOwner], problems: [.registry(.unknownStore), .registry(.sharedStore)]
            ) { [station] call in
                StoreDetail(try await station.store(call[Self.storeID], of: call[Self.oneOwner]))
            },
            .upload(
                .post, at: "/v1/stores", for: .administer,
                Endpoint.Title("Stores", "Imports a stores file: adds its stores, and replaces those that exist"),
                reading: [Self.file, Self.owner] + ImportMode.parameters, body: .whole(limit: Self.fileLimit),
                problems: [.registry(.regionMoves), .file(.header), .file(.rows)]
            ) { [station] call in
                try await station.importStores(
                    call.request.body, file: call[Self.file] ?? "stores", deployment: call[Self.owner],
                    ImportMode(call), by: call.author)
            },
        ]
    }

    var experiences: [Endpoint] {
        [
            .get(
                "/v1/experiences", for: .read, Endpoint.Title("Experiences", "Lists the experiences"),
                reading: Paging.parameters + [Self.text, Self.store, Self.deployment, Self.status],
                problems: Paging.problems
            ) { [station] call in
                let filter = ExperienceFilter(
                    store: call[Self.store], deployment: call[Self.deployment], status: call[Self.status],
                    text: call[Self.text])
                let (experiences, next) = try await Paging.page(call, \Experience.url.text) { page in
                    try await station.queries.experiences(filter, page)
                }
                return ExperienceList(experiences, next: next)
            },
            .upload(
                .post, at: "/v1/experiences", for: .administer,
                Endpoint.Title(
                    "Experiences", "Imports an experiences file: adds its experiences, and replaces those that exist"),
                reading: [Self.file, Self.owner, ImportMode.dryRun], body: .whole(limit: Self.fileLimit),
                problems: [.registry(.contradiction), .file(.header), .file(.rows)]
            ) { [station] call in
                try await station.importExperiences(
                    call.request.body, file: call[Self.file] ?? "experiences", deployment: call[Self.owner],
                    ImportMode(isDryRun: call[ImportMode.dryRun]), by: call.author)
            },
            .get(
                "/v1/experiences/match", for: .read,
                Endpoint.Title(
                    "Experiences", "Resolves a URL: which experience answers, which store is meant, and why"),
                reading: [Self.url], problems: [.url(.url)],
                run: { [station] call in try await station.match(call[Self.url]) }),
        ]
    }
}
