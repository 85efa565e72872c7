import Foundation

/// A real shell that is asked what it would offer.
struct Shell {
    let name: String
    let path: String

    static let names = ["bash", "zsh", "fish"]

    static var areInstalled: Bool { names.allSatisfy { path(of: $0) != nil } }

    static func path(of name: String) -> String? {
        ["/usr/bin/\(name)", "/bin/\(name)"].first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// What the shell offers when Tab is pressed at the end of a line.
    func offers(after line: String, script: String) throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "_bakery")
        try Data(script.utf8).write(to: file)
        let program = folder.appending(path: "ask")
        try Data(question.utf8).write(to: program)
        let output = try run([program.path, file.path, line])
        return output.split(whereSeparator: \.isNewline).map(String.init)
    }

    /// Prints an offer a line. In zsh the functions that make offers are replaced by ones that print them, since its
    /// line editor needs a terminal.
    private var question: String {
        switch name {
        case "bash":
            """
            source "$1"
            read -ra COMP_WORDS <<< "$2"
            [[ $2 == *' ' ]] && COMP_WORDS+=('')
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _bakery
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        case "fish":
            """
            source $argv[1]
            complete -C $argv[2] | string replace -r '\\t.*' ''
            """
        default:
            """
            zmodload zsh/zpty
            zpty shell zsh -f -i
            ask() { zpty -w shell "$1" }
            ask "PS1= PS2= PROMPT_EOL_MARK="
            ask "autoload -Uz compinit && compinit -u -D"
            ask "fpath=(${(q)1:h} \\$fpath) && autoload -Uz _bakery && compdef _bakery bakery"
            # Every offer goes through compadd: what it would add is written to a file instead.
            ask "compadd() { local -a found; builtin compadd -O found \\"\\$@\\"; print -rl -- \\$found >> ${(q)1:h}/offers; \\
                builtin compadd \\"\\$@\\"; }"
            ask "finish() { : > ${(q)1:h}/done }; zle -N finish; bindkey '^X' finish; bindkey '^I' complete-word"
            ask "print be''gin"
            zpty -r shell text '*begin*'
            zpty -w -n shell "$2"$'\\t\\x18'
            while [[ ! -e ${1:h}/done ]]; do zpty -r -t shell text; done
            zpty -d shell
            [[ -e ${1:h}/offers ]] && sort -u ${1:h}/offers | grep .
            true
            """
        }
    }

    private func run(_ arguments: [String]) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: path)
        process.arguments = (name == "zsh" ? ["-f"] : name == "fish" ? ["--no-config"] : ["--norc"]) + arguments
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self)
    }
}
