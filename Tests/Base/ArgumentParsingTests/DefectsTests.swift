import ArgumentParsing
import Testing

@Suite struct `The table of commands` {
    @Test func `of a sound program has no defects`() {
        #expect(Bakery.program.defects == [])
    }

    @Test func `names everything that cannot be read as it is declared`() {
        let name = Argument.required("NAME", .text, help: "")
        let rest = Argument.list("REST", .text, isRequired: false, help: "")
        let flag = Option.flag("socket", help: "")
        let crust = Option.required("crust", short: "h", .text, help: "")
        let program = Program(
            Command(
                "shop", abstract: "", parameters: [name],
                subcommands: [
                    Command(group: "Empty", abstract: "", subcommands: []),
                    Command("sell", abstract: "", parameters: [rest, name, flag]) { _ in .done },
                    Command(
                        "sell", abstract: "", parameters: [crust, crust], rules: [.atMostOne(crust, flag)]
                    ) { _ in .done },
                ]
            ) { _ in .done },
            version: "1", globalOptions: [Bakery.socket, Bakery.batches])
        #expect(
            program.defects == [
                "--batches cannot be an option of all commands",
                "shop cannot tell its arguments from its commands",
                "shop has two commands sell",
                "shop Empty has an unfit name",
                "shop Empty does nothing",
                "shop sell leaves nothing for NAME",
                "shop sell asks for NAME after an argument that can be left out",
                "shop sell reads --socket otherwise than all commands do",
                "shop sell has two parameters --crust",
                "shop sell has two parameters -h",
                "shop sell has a choice with --crust, which must always be given",
                "shop sell has a rule for --socket, which it does not declare",
            ])
    }
}
