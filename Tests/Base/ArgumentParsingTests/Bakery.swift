import ArgumentParsing

/// A small program with one of each kind of parameter.
enum Bakery {
    enum Crust: String, CaseIterable, Sendable {
        /// Not spelled as it is typed.
        case tender = "soft"
        case hard
    }

    enum Details: String, CaseIterable, Sendable {
        case shelves
    }

    struct Place: Sendable, Equatable {
        let latitude: Double
        let longitude: Double

        static let conversion = Conversion<Place>(
            valueName: "LAT,LON", expecting: "a latitude and a longitude in degrees, as in 51.5,-0.12"
        ) { text in
            let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
            guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1] else {
                return nil
            }
            return Place(latitude: latitude, longitude: longitude)
        }
    }

    static let json = Option.flag("json", help: "print JSON")
    static let socket = Option.defaulting(
        to: "/run/bakery.sock", "socket", .file, valueName: "PATH", help: "where the oven listens")

    static let name = Argument.required("NAME", .text, help: "what the loaf is called")
    static let size = Argument.optional("SIZE", .integer(in: 1...9), help: "how large it is")
    static let from = Option.required("from", .file, help: "the recipe, as CSV")
    static let crust = Option.defaulting(
        to: .tender, "crust", short: "c", .choice(of: Crust.self), help: "how the crust is to be")
    static let spice = Option.repeated("spice", .text, valueName: "S", help: "what else goes in")
    static let place = Option.optional("at", Place.conversion, help: "where the oven stands")
    static let shipping = Option.flag("shipping", help: "the loaf is eaten elsewhere")

    static let bake = Command(
        "bake",
        abstract: "Bake one loaf.",
        discussion: """
            The recipe has a row for each ingredient. Rows that name nothing in the larder refuse the whole
            recipe.

            Nothing is baked twice.
            """,
        examples: [
            Example("Bake a rye loaf", "bakery loaf bake rye --from rye.csv"),
            Example(
                "Bake it hard, with seeds", "bakery loaf bake rye 3 --from rye.csv --crust hard --spice seeds"
            ),
        ],
        parameters: [name, size, from, crust, spice, place, shipping],
        rules: [.atMostOne(place, shipping)],
        furtherExitStatuses: [.timedOut]
    ) { values in
        values[name] == "stone" ? .failed : .done
    }

    static let batches = Option.list("batches", .file, help: "batches to count")
    static let shelf = Option.optional("shelf", .text, valueName: "S", help: "count one shelf")
    static let label = Option.optional("label", .text, valueName: "L", help: "what to call the count")
    static let details = Option.optionalValue(
        "json", .choice(of: Details.self), help: "print JSON, with what else is named")

    static let count = Command(
        "count",
        abstract: "Count loaves.",
        parameters: [batches, shelf, label, details],
        rules: [.exactlyOne(batches, shelf), .requires(label, shelf)],
        furtherExitStatuses: [.findings, .partlyDone]
    ) { _ in
        .findings
    }

    static let program = Program(
        Command(
            "bakery",
            abstract: "Bakes bread and counts it.",
            subcommands: [
                Command(group: "loaf", abstract: "One loaf at a time.", subcommands: [bake]),
                count,
            ]
        ) { _ in
            .done
        },
        version: "1.2.3", globalOptions: [json, socket])

    /// The words of a line without quotation marks.
    static func parse(_ line: String) throws(UsageError) -> Invocation {
        try program.parse(line.split(separator: " ").map(String.init))
    }
}
