import ArgumentParsing
import Faults
import Testing

@Suite struct `A usage error` {
    static let bakeUsage =
        "bakery loaf bake NAME [SIZE] --from FILE [--crust soft|hard] [--spice S]... [--at LAT,LON | --shipping]"
    static let countUsage =
        "bakery count (--batches FILE... | --shelf S) [--label L] [--json[=shelves]]"

    @Test(arguments: [
        (
            "cuont",
            """
            error: unknown command "cuont"
              why:  bakery has no command of that name
              next: did you mean count? See bakery --help
            """
        ),
        (
            "loaf slice --help",
            """
            error: unknown command "slice"
              why:  bakery loaf has no command of that name
              next: bakery loaf --help
            """
        ),
        (
            "loaf",
            """
            error: bakery loaf needs a command
              why:  its commands are bake
              next: bakery loaf --help
            """
        ),
        (
            "--shelf A count",
            """
            error: unknown option "--shelf"
              why:  before its command, bakery takes only the options of all commands
              next: bakery --help
            """
        ),
        (
            "count --bathces=a",
            """
            error: unknown option "--bathces"
              why:  bakery count has no option of that name
              next: did you mean --batches? See bakery count --help
            """
        ),
        (
            "loaf bake rye --from",
            """
            error: --from needs a value
              why:  nothing follows it
              next: --from FILE, or --from=FILE for one that begins with -
            """
        ),
        (
            "count --batches --json",
            """
            error: --batches needs a value
              why:  what follows is not a value: "--json"
              next: --batches FILE...
            """
        ),
        (
            "loaf bake --json=shelves",
            """
            error: --json cannot be "shelves"
              why:  it is there or not, and takes no value
              next: give --json alone
            """
        ),
        (
            "loaf bake --from a --from b rye",
            """
            error: --from is there more than once
              why:  it has one value, and nothing says which of them holds
              next: give --from once
            """
        ),
        (
            "loaf bake --from a",
            """
            error: NAME is missing
              why:  bakery loaf bake needs it: what the loaf is called
              next: \(bakeUsage)
            """
        ),
        (
            "loaf bake rye",
            """
            error: --from FILE is missing
              why:  bakery loaf bake needs it: the recipe, as CSV
              next: \(bakeUsage)
            """
        ),
        (
            "loaf bake rye 1 2 --from a",
            """
            error: unexpected argument "2"
              why:  bakery loaf bake takes 2 arguments
              next: \(bakeUsage)
            """
        ),
        (
            "loaf bake rye 10 --from a",
            """
            error: SIZE cannot be "10"
              why:  it takes a whole number from 1 to 9
              next: bakery loaf bake --help
            """
        ),
        (
            "loaf bake rye --from a --crust hrad",
            """
            error: --crust cannot be "hrad"
              why:  it takes one of soft, hard
              next: did you mean hard? See bakery loaf bake --help
            """
        ),
        (
            "loaf bake rye --from a --at 51.5",
            """
            error: --at cannot be "51.5"
              why:  it takes a latitude and a longitude in degrees, as in 51.5,-0.12
              next: bakery loaf bake --help
            """
        ),
        (
            "loaf bake rye --from= ",
            """
            error: --from cannot be ""
              why:  it takes a path to a file
              next: bakery loaf bake --help
            """
        ),
        (
            "loaf bake rye --from a --shipping --at 1,2",
            """
            error: --at and --shipping cannot go together
              why:  bakery loaf bake takes one of them
              next: leave out all but one
            """
        ),
        (
            "count",
            """
            error: --batches or --shelf is missing
              why:  bakery count needs one of them
              next: \(countUsage)
            """
        ),
        (
            "count --batches a --label L",
            """
            error: --label needs --shelf too
              why:  one says nothing without the other
              next: \(countUsage)
            """
        ),
        (
            "count --shelf A --json=loaves",
            """
            error: --json cannot be "loaves"
              why:  it takes only shelves
              next: bakery count --help
            """
        ),
    ])
    func `says what failed, why, and what to do`(line: String, text: String) {
        let error = #expect(throws: UsageError.self) { try Bakery.parse(line) }
        #expect(error?.lines == text + "\n")
    }

    @Test func `shows no control characters of the command line`() {
        let error = #expect(throws: UsageError.self) {
            try Bakery.program.parse(["\u{1b}[2J\nerror: forged"])
        }
        #expect(error?.message == #"unknown command "\u{1b}[2J\u{a}error: forged""#)
    }

    @Test func `an option of the command before does not belong to the next`() {
        let sign = Option.flag("sign", help: "show the sign")
        let program = Program(
            Command(
                "shop", abstract: "Open.", parameters: [sign],
                subcommands: [Command("sell", abstract: "Sell.") { _ in .done }]
            ) { _ in .done }, version: "1")
        let error = #expect(throws: UsageError.self) { try program.parse(["--sign", "sell"]) }
        #expect(
            error?.lines == """
                error: --sign does not belong to shop sell
                  why:  it is an option of the command before it
                  next: shop sell --help

                """)
    }

    @Test func `of a command's own looks the same`() {
        #expect(
            UsageError(message: "cannot bake", reason: "the oven is cold", next: "bakery heat").lines
                == """
                error: cannot bake
                  why:  the oven is cold
                  next: bakery heat

                """)
    }
}
