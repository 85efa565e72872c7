internal import API
internal import AppClips
internal import HTTPServer
internal import Registry

extension StationRoutes {
    static let file = Parameter<String?>.text("file", atMost: 500, "the file's name, for messages and the journal")
    static let text = Parameter<String?>.text("q", atMost: 200, "a text that stands in it")
    private static let storeID = Parameter<StoreID>.path("id", "the store's identifier")
    private static let store = Parameter<StoreID?>.name("store", "those of this store")
    private static let status = Parameter<Experience.Status?>.choice("status", "those in this state")
    private static let url = Parameter<String>.requiredText("url", atMost: 2_000, "an invocation URL")

    var status: [Endpoint] {
        [
            .get(
                "/v1/status", .read, Endpoint.Title("Station", "Shows the station at a glance"),
                run: { [station] _ in try await station.status() }),
            .get(
                "/v1/registry", .read,
                Endpoint.Title("Station", "Gives everything that a check of the App Clip side looks at"),
                run: { [station] _ in try await station.holdings() }),
            .change(
                .post, "/v1/deployments", .administer,
                Endpoint.Title("Station", "Takes in a deployment: its manifest and the files that it names"),
                taking: DeploymentRequest.self, limit: Self.fileLimit,
                problems: [
                    409: ["already-exists", "contradiction"], 422: ["bad-deployment", "file-header", "file-rows"],
                ],
                run: { [station] call, deployment in try await station.load(deployment, by: call.author) }),
        ]
    }

    var stores: [Endpoint] {
        [
            .get(
                "/v1/stores", .read, Endpoint.Title("Stores", "Lists the stores"), Paging.parameters + [Self.text],
                problems: Paging.problems
            ) { [station] call in
                let (stores, next) = try await Paging.page(call, \Store.id.text) { page in
                    try await station.catalogue.stores(StoreFilter(text: call[Self.text]), page)
                }
                return StoreList(stores, next: next)
            },
            .get(
                "/v1/stores/{id}", .read, Endpoint.Title("Stores", "Shows a store"), [Self.storeID],
                problems: [404: ["unknown-store"]]
            ) { [station] call in
                guard let store = try await station.catalogue.store(call[Self.storeID]) else {
                    throw StationError(
                        404, "unknown-store", "there is no store \(call[Self.storeID])",
                        why: "nobody has imported it", next: "see: waymark store list")
                }
                return StoreDetail(store)
            },
            .upload(
                .post, "/v1/stores", .administer,
                Endpoint.Title("Stores", "Imports a stores file: adds its stores, and replaces those that exist"),
                [Self.file], body: .whole(limit: Self.fileLimit), problems: Self.badFile
            ) { [station] call in
                try await station.importStores(
                    call.request.body, file: call[Self.file] ?? "stores", by: call.author)
            },
        ]
    }

    var experiences: [Endpoint] {
        [
            .get(
                "/v1/experiences", .read, Endpoint.Title("Experiences", "Lists the experiences"),
                Paging.parameters + [Self.text, Self.store, Self.status], problems: Paging.problems
            ) { [station] call in
                let filter = ExperienceFilter(
                    store: call[Self.store], status: call[Self.status], text: call[Self.text])
                let (experiences, next) = try await Paging.page(call, \Experience.url.text) { page in
                    try await station.catalogue.experiences(filter, page)
                }
                return ExperienceList(experiences, next: next)
            },
            .upload(
                .post, "/v1/experiences", .administer,
                Endpoint.Title(
                    "Experiences", "Imports an experiences file: adds its experiences, and replaces those that exist"),
                [Self.file], body: .whole(limit: Self.fileLimit), problems: Self.badFile
            ) { [station] call in
                try await station.importExperiences(
                    call.request.body, file: call[Self.file] ?? "experiences", by: call.author)
            },
            .get(
                "/v1/experiences/match", .read,
                Endpoint.Title(
                    "Experiences", "Resolves a URL: which experience answers, which store is meant, and why"),
                [Self.url], problems: [422: ["invocation-url"]],
                run: { [station] call in try await station.match(call[Self.url]) }),
        ]
    }

    static let badFile: Endpoint.Problems = [422: ["file-header", "file-rows"]]
}
