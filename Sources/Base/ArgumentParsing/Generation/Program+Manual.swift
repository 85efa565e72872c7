extension Program {
    /// One page for the program and one for each of its commands; a group's page holds the commands in it.
    var manualPages: [ManualPage] {
        let root = ArgumentPosition(program: self)
        return [page(of: root)]
            + self.root.subcommands.map { subcommand in
                var position = root
                position.descend(into: subcommand)
                return page(of: position)
            }
    }

    private func page(of position: ArgumentPosition) -> ManualPage {
        let isRoot = position.path.count == 1
        var page = ManualPage(
            name: position.path.joined(separator: "-"), section: manualSection, abstract: position.command.abstract,
            program: self)
        page.heading("Synopsis")
        let leaves = isRoot ? [position] : leaves(of: position)
        for leaf in leaves { page.lineOfItsOwn(leaf.usageLine) }
        page.heading("Description")
        page.paragraphs(position.command.abstract)
        page.paragraphs(position.command.discussion)
        if isRoot {
            describeCommands(of: position.command, in: &page)
            describeParameters(of: position, in: &page)
        } else {
            describe(position, as: leaves, in: &page)
        }
        finish(&page, at: position, leaves)
        return page
    }

    private func leaves(of position: ArgumentPosition) -> [ArgumentPosition] {
        if position.command.subcommands.isEmpty { return [position] }
        return position.command.subcommands.flatMap { subcommand in
            var deeper = position
            deeper.descend(into: subcommand)
            return leaves(of: deeper)
        }
    }

    private func describeCommands(of command: Command, in page: inout ManualPage) {
        guard !command.subcommands.isEmpty else { return }
        page.heading("Commands")
        for subcommand in command.subcommands {
            page.entry("\(root.name)-\(subcommand.name)(\(manualSection))", subcommand.abstract)
        }
    }

    private func describe(_ position: ArgumentPosition, as leaves: [ArgumentPosition], in page: inout ManualPage) {
        guard !position.command.subcommands.isEmpty else { return describeParameters(of: position, in: &page) }
        page.heading("Commands")
        for leaf in leaves {
            page.subheading(leaf.name)
            page.paragraphs(leaf.command.abstract)
            page.paragraphs(leaf.command.discussion)
            describe(leaf.command.arguments + leaf.command.options, in: &page)
        }
    }

    private func describeParameters(of position: ArgumentPosition, in page: inout ManualPage) {
        let command = position.command
        if !command.arguments.isEmpty {
            page.heading("Arguments")
            describe(command.arguments, in: &page)
        }
        if !command.options.isEmpty {
            page.heading("Options")
            describe(command.options, in: &page)
        }
    }

    private func describe(_ parameters: [Parameter], in page: inout ManualPage) {
        for parameter in parameters {
            let short = parameter.short.map { "\($0), " } ?? ""
            let absent = parameter.defaultText.map { " (default: \($0))" } ?? ""
            page.entry("\(short)\(parameter.synopsis)", "\(parameter.help)\(absent)")
        }
    }

    private func finish(_ page: inout ManualPage, at position: ArgumentPosition, _ leaves: [ArgumentPosition]) {
        page.heading("Options of all commands")
        describe(position.globalOptions + Program.builtInOptions, in: &page)
        page.heading("Exit status")
        for status in position.command.exitStatuses { page.entry("\(status.rawValue)", status.sentence) }
        let deeper = leaves.filter { $0.name != position.name }
        let examples = position.command.examples + deeper.flatMap(\.command.examples)
        if !examples.isEmpty {
            page.heading("Examples")
            for example in examples { page.example(example.purpose, example.commandLine) }
        }
        if position.path.count > 1 {
            page.heading("See also")
            page.line("\(root.name)(\(manualSection))")
        }
    }
}
