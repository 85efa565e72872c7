import Foundation
import Testing

@testable import ReaderEmulator

@Suite final class `The program reader-emulator` {
    /// The program runs with pipes at its standard streams.
    final class Running {
        let process = Process()
        let input = Pipe()
        let output = Pipe()

        init(_ arguments: [String]) throws {
            process.executableURL = Bundle.main.bundleURL.appending(path: "reader-emulator")
            process.arguments = arguments
            process.standardInput = input
            process.standardOutput = output
            process.standardError = output
            try process.run()
        }

        deinit { if process.isRunning { process.terminate() } }

        func say(_ line: String) {
            input.fileHandleForWriting.write(Data("\(line)\n".utf8))
        }

        /// The next line, without its end.
        func line() -> String {
            var bytes: [UInt8] = []
            while let byte = try? output.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0A {
                bytes.append(byte)
            }
            return String(decoding: bytes, as: UTF8.self)
        }

        func rest() throws -> String {
            String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        }

        func end() -> Int32 {
            process.waitUntilExit()
            return process.terminationStatus
        }
    }

    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    @Test func `prints where it is, does what it is told, and ends with quit`() throws {
        let program = try Running(["pn532", "--series", "0"])
        let connection = program.line()
        #expect(connection.hasPrefix("connection pn532_uart:/dev/pts/"))
        #expect(FileManager.default.fileExists(atPath: String(connection.dropFirst(22))))
        program.say("tag a ntag215")
        #expect(program.line() == "ok a 04574D80000180")
        program.say("jump")
        #expect(program.line().hasPrefix("error "))
        program.say("quit")
        #expect(program.line() == "ok")
        #expect(program.end() == 0)
    }

    @Test(arguments: [("acr122u", "acr122_usb"), ("pn533", "pn53x_usb")])
    func `prints where it is on USB and what a program needs to open it`(model: String, driver: String) throws {
        let program = try Running([model, "--testbed", folder.path, "--port", "3-1.2"])
        #expect(program.line() == "connection \(driver):003:002")
        #expect(
            program.line() == "environment UMOCKDEV_DIR=\(folder.path) LD_PRELOAD=libumockdev-preload.so.0")
        program.say("unplug")
        #expect(program.line() == "ok")
        program.say("plug 3-1.4")
        #expect(program.line() == "ok connection \(driver):003:003")
        program.say("quit")
        #expect(program.line() == "ok")
        #expect(program.end() == 0)
    }

    @Test func `ends with its standard input`() throws {
        let program = try Running(["pn532"])
        try program.input.fileHandleForWriting.close()
        #expect(program.end() == 0)
    }

    @Test func `stays for its control socket, which only the owner may use, until SIGTERM`() throws {
        let (control, link) = (folder.appending(path: "control").path, folder.appending(path: "reader").path)
        let program = try Running(["pn532", "--control", control, "--link", link])
        #expect(program.line().hasPrefix("connection "))
        try program.input.fileHandleForWriting.close()
        #expect(try FileManager.default.attributesOfItem(atPath: control)[.posixPermissions] as? Int == 0o600)

        let socket = try #require(connect(to: control))
        defer { close(socket) }
        writeAvailable(Array("tag a ntag213 04A1B2C3D4E580\n".utf8), to: socket)
        waitForInput(on: [socket])
        #expect(readAvailable(from: socket) == Array("ok a 04A1B2C3D4E580\n".utf8))

        program.process.terminate()
        #expect(program.end() == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }

    @Test(arguments: [
        [], ["pn531"], ["pn532", "--link"], ["pn532", "--speed", "9600"], ["pn532", "--testbed", "x"],
        ["acr122u", "--link", "x"], ["pn532", "--series", "1000000"], ["pn532", "--series", "x"],
    ])
    func `explains itself when its arguments make no sense`(arguments: [String]) throws {
        let program = try Running(arguments)
        #expect(program.line() == "usage: reader-emulator pn532 [--link PATH] [--control SOCKETPATH] [--series HEX]")
        _ = try program.rest()
        #expect(program.end() == 64)
    }

    @Test func `says in three lines why it cannot start`() throws {
        let program = try Running(["pn532", "--link", folder.path])
        #expect(
            try program.rest() == """
                error: cannot make the link \(folder.path)
                  why:  there is a file of that name
                  next: choose another name, or remove the file

                """)
        #expect(program.end() == 1)
    }

    @Test func `gives serial numbers that no other emulator gives`() throws {
        let programs = try [Running(["pn532"]), Running(["pn532"]), Running(["pn532", "--series", "ABC"])]
        let numbers = programs.map { program in
            _ = program.line()
            program.say("tag a ntag213")
            return program.line()
        }
        #expect(Set(numbers).count == 3)
        #expect(numbers[2] == "ok a 0457478000013C")
        for program in programs { program.say("quit") }
    }

    @Test func `names the folder that is missing for a testbed`() throws {
        let program = try Running(["acr122u", "--testbed", folder.appending(path: "a/b").path])
        #expect(
            try program.rest() == """
                error: cannot make \(folder.path)/a/b
                  why:  No such file or directory
                  next: make the folder above it: mkdir -p \(folder.path)/a

                """)
        #expect(program.end() == 1)
    }

    private func connect(to path: String) -> Int32? {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        return status == 0 ? descriptor : nil
    }
}
