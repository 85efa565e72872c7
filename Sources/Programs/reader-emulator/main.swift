import Glibc
import ReaderEmulator
import Version

let usage = """
    usage: reader-emulator pn532 [--link PATH] [--control SOCKETPATH] [--series HEX]
           reader-emulator acr122u|pn533|acr1252u|acr1252u-sam|acr1552u|utrust3700f [--testbed FOLDER]
                           [--port PORT] [--control SOCKETPATH] [--series HEX]
           reader-emulator --help | --version

    A reader for libnfc: a PN532 on a pseudo-terminal, or an ACR122U or a PN533 dongle (SCL3711) on a USB that umockdev's
    preload library makes; or a smart-card reader on such a USB, for pcscd. It prints the connection string to open and,
    for USB, the environment that the opening program or pcscd needs; then it reads verbs, one a line, from standard input and from the control socket. `help` lists them.

      --link PATH           a symbolic link that leads to the terminal, also after unplug and plug
      --testbed FOLDER      the folder of the USB, which several readers may share; a new one unless given
      --port PORT           the USB port, 1-1 unless given: a bus, a dash, ports through hubs with dots between
      --control SOCKETPATH  a Unix socket for verbs; the program then stays when standard input ends
      --series HEX          up to six digits that go into the serial numbers of tags; 0 gives the same numbers in every
                            run, and without this option no two runs give the same

    example:
      reader-emulator pn532 --link /tmp/reader --control /tmp/reader.control

    """

/// Ends the program with a message on standard error.
func fail(_ text: String, status: Int32) -> Never {
    let bytes = Array(text.utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(status)
}

/// Ends the program; with 1 when what it printed could not be written.
func finish() -> Never {
    guard let reason = EmulatorOutput.finish() else { exit(0) }
    fail("error: not everything could be printed\n  why:  \(reason)\n  next: print to another file\n", status: 1)
}

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments == ["--help"] {
    EmulatorOutput.write(usage)
    finish()
}
if arguments == ["--version"] {
    EmulatorOutput.write("reader-emulator \(Release.version)\n")
    finish()
}
guard let call = EmulatorOptions(arguments) else { fail(usage, status: 64) }

do {
    // The program is gone, and with it its socket and its link, before the process ends.
    try EmulatorProgram(call).run()
} catch {
    fail("error: \(error.message)\n  why:  \(error.reason)\n  next: \(error.next)\n", status: 1)
}
finish()
