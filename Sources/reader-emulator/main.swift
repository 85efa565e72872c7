import Glibc
import ReaderEmulator

let usage = """
    usage: reader-emulator pn532 [--link PATH] [--control SOCKETPATH]

    A PN532 on a pseudo-terminal, for libnfc. It prints the connection string to open, then reads verbs, one a line,
    from standard input and from the control socket; `help` lists them.

      --link PATH           a symbolic link that leads to the terminal, also after unplug and plug
      --control SOCKETPATH  a Unix socket for verbs; the program then stays when standard input ends

    example:
      reader-emulator pn532 --link /tmp/reader --control /tmp/reader.control

    """

/// Ends the program with a message on standard error.
func fail(_ text: String, status: Int32) -> Never {
    let bytes = Array(text.utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(status)
}

var link: String?
var control: String?
var arguments = Array(CommandLine.arguments.dropFirst())
if arguments == ["--help"] {
    print(usage, terminator: "")
    exit(0)
}
guard !arguments.isEmpty, arguments.removeFirst() == "pn532" else { fail(usage, status: 64) }
while !arguments.isEmpty {
    let option = arguments.removeFirst()
    guard let value = arguments.first, option == "--link" || option == "--control" else {
        fail(usage, status: 64)
    }
    arguments.removeFirst()
    if option == "--link" { link = value } else { control = value }
}

do {
    let program = try Program(link: link, control: control)
    program.run()
} catch {
    fail("error: \(error.message)\n  why:  \(error.reason)\n  next: \(error.next)\n", status: 1)
}
