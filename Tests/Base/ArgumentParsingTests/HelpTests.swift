import ArgumentParsing
import Testing

@Suite struct `A help page` {
    @Test(arguments: ["-h", "--help", "--json -h", "--help --socket x", "help", "help --json"])
    func `of the program lists its commands`(line: String) throws {
        #expect(
            try help(line) == """
                Bakes bread and counts it.

                usage: bakery [COMMAND]

                Commands:
                  loaf   One loaf at a time.
                  count  Count loaves.

                Options of all commands:
                  --json         print JSON
                  --socket PATH  where the oven listens (default: /run/bakery.sock)
                  -h, --help     print this help
                  --version      print the version

                Exit status:
                    0  Everything that was asked for is done.
                    1  It failed; standard error says why and what to do next.
                    2  It is done, and there are findings to look at.
                    3  It is partly done; standard error names what is missing.
                   64  The command line was not understood; nothing was done.
                   75  No tag, reader or position came in time.
                  130  It was interrupted before its end.

                """)
    }

    @Test(arguments: ["loaf -h", "--help loaf", "help loaf", "loaf help"])
    func `of a group lists the group`(line: String) throws {
        #expect(
            try help(line) == """
                One loaf at a time.

                usage: bakery loaf COMMAND

                Commands:
                  bake  Bake one loaf.

                Options of all commands:
                  --json         print JSON
                  --socket PATH  where the oven listens (default: /run/bakery.sock)
                  -h, --help     print this help
                  --version      print the version

                Exit status:
                    0  Everything that was asked for is done.
                    1  It failed; standard error says why and what to do next.
                   64  The command line was not understood; nothing was done.
                   75  No tag, reader or position came in time.
                  130  It was interrupted before its end.

                """)
    }

    @Test(arguments: ["loaf bake --help", "loaf --help bake", "loaf bake -h --wrong", "loaf bake rye 1 2 -h"])
    func `of a command has everything about it`(line: String) throws {
        #expect(
            try help(line) == """
                Bake one loaf.

                usage: bakery loaf bake NAME [SIZE] --from FILE [--crust soft|hard]
                       [--spice S]... [--at LAT,LON | --shipping]

                The recipe has a row for each ingredient. Rows that name nothing in the larder
                refuse the whole recipe.

                Nothing is baked twice.

                Arguments:
                  NAME  what the loaf is called
                  SIZE  how large it is

                Options:
                  --from FILE            the recipe, as CSV
                  -c, --crust soft|hard  how the crust is to be (default: soft)
                  --spice S              what else goes in
                  --at LAT,LON           where the oven stands
                  --shipping             the loaf is eaten elsewhere

                Options of all commands:
                  --json         print JSON
                  --socket PATH  where the oven listens (default: /run/bakery.sock)
                  -h, --help     print this help
                  --version      print the version

                Examples:
                  Bake a rye loaf:
                    bakery loaf bake rye --from rye.csv
                  Bake it hard, with seeds:
                    bakery loaf bake rye 3 --from rye.csv --crust hard --spice seeds

                Exit status:
                    0  Everything that was asked for is done.
                    1  It failed; standard error says why and what to do next.
                   64  The command line was not understood; nothing was done.
                   75  No tag, reader or position came in time.
                  130  It was interrupted before its end.

                """)
    }

    @Test func `shows a command's own form of an option once`() throws {
        #expect(
            try help("count -h").contains(
                """
                usage: bakery count (--batches FILE... | --shelf S) [--label L]
                       [--json[=shelves]]

                Options:
                  --batches FILE...  batches to count
                  --shelf S          count one shelf
                  --label L          what to call the count
                  --json[=shelves]   print JSON, with what else is named

                Options of all commands:
                  --socket PATH  where the oven listens (default: /run/bakery.sock)
                  -h, --help     print this help
                  --version      print the version

                """))
    }

    @Test func `shows a parameter of two rules once`() throws {
        let (a, b, c) = (
            Option.flag("a", help: ""), Option.flag("b", help: ""), Option.flag("c", help: "")
        )
        let program = Program(
            Command("shop", abstract: "", parameters: [a, b, c], rules: [.atMostOne(a, b), .atMostOne(a, c)]) { _ in
                .done
            },
            version: "1", globalOptions: [])
        guard case .print(let page) = try program.parse(["--help"]) else {
            Issue.record("no help")
            return
        }
        #expect(page.contains("usage: shop [--a | --b] [--c]\n"))
    }

    @Test func `puts the text below an option that is too long for its column, and wraps it`() throws {
        let long = Option.optional(
            "at", .text, valueName: "LATITUDE,LONGITUDE,ALTITUDE",
            help: "where the station stands, which is asked for when tags are written for a store elsewhere")
        let short = Option.flag("yes", help: "do it")
        let program = Program(
            Command("walk", abstract: "Walk.", parameters: [long, short]) { _ in .done }, version: "1")
        guard case .print(let page) = try program.parse(["-h"]) else { return }
        #expect(
            page.contains(
                """
                Options:
                  --at LATITUDE,LONGITUDE,ALTITUDE
                         where the station stands, which is asked for when tags are written for
                         a store elsewhere
                  --yes  do it

                """))
    }

    private func help(_ line: String) throws -> String {
        guard case .print(let page) = try Bakery.parse(line) else { return "" }
        return page
    }
}
