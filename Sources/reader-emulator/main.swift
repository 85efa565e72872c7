import Glibc
import ReaderEmulator

let usage = """
    usage: reader-emulator pn532 [--link PATH] [--control SOCKETPATH]
           reader-emulator acr122u|pn533 [--testbed FOLDER] [--port PORT] [--control SOCKETPATH]

    A reader for libnfc: a PN532 on a pseudo-terminal, or an ACR122U or a PN533 dongle (SCL3711) on a USB that umockdev's
    preload library makes. It prints the connection string to open and, for USB, the environment that the opening
    program needs; then it reads verbs, one a line, from standard input and from the control socket. `help` lists them.

      --link PATH           a symbolic link that leads to the terminal, also after unplug and plug
      --testbed FOLDER      the folder of the USB, which several readers may share; a new one unless given
      --port PORT           the USB port, 1-1 unless given: a bus, a dash, ports through hubs with dots between
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

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments == ["--help"] {
    print(usage, terminator: "")
    exit(0)
}
guard let call = Call(arguments) else { fail(usage, status: 64) }

do {
    let program = try Program(call)
    program.run()
} catch {
    fail("error: \(error.message)\n  why:  \(error.reason)\n  next: \(error.next)\n", status: 1)
}
