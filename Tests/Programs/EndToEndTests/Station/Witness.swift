import Foundation
import TestBench
import Testing
import UnixSystem

/// A program of somebody else that checks ours.
struct Witness: Sendable {
    /// Started for each test. Without a window's parts it takes an eighth of the processor time of `chromium`.
    static let browser = Witness(name: "chromium-headless-shell", package: "chromium-headless-shell")
    static let clang = Witness(name: "clang", package: "clang")
    static let curl = Witness(name: "curl", package: "curl")
    static let gpsd = Witness(name: "/usr/sbin/gpsd", package: "gpsd")
    static let gpspipe = Witness(name: "gpspipe", package: "gpsd-clients")
    static let heifEncoder = Witness(name: "heif-enc", package: "libheif-examples")
    static let pdftoppm = Witness(name: "pdftoppm", package: "poppler-utils")
    static let pdftotext = Witness(name: "pdftotext", package: "poppler-utils")
    static let python = Witness(name: "python3", package: "python3")
    static let reader = Witness(name: "ZXingReader", package: "zxing-cpp-tools")
    static let script = Witness(name: "script", package: "bsdutils")
    static let setpriv = Witness(name: "setpriv", package: "util-linux")
    static let sha256sum = Witness(name: "sha256sum", package: "coreutils")
    static let socketActivate = Witness(name: "systemd-socket-activate", package: "systemd")
    static let sqlite3 = Witness(name: "sqlite3", package: "sqlite3")
    static let strace = Witness(name: "strace", package: "strace")
    static let udevadm = Witness(name: "udevadm", package: "udev")

    let name: String
    let package: String

    /// Whether a test may rely on it. In CI it must: there a missing program is a failure, not a skip.
    var isExpected: Bool {
        let environment = ProcessInfo.processInfo.environment
        let folders = (environment["PATH"] ?? "").split(separator: ":")
        return environment["CI"] != nil
            || folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
            || FileManager.default.isExecutableFile(atPath: name)
    }

    /// Runs it to its end. What it writes is for the caller to judge, its failure is not: that fails the test.
    func run(
        _ arguments: [String], environment: [String: String] = [:], expecting status: Int32? = 0
    ) async throws -> RunningProgram.Ending {
        let ending = try await RunningProgram(path: name, arguments, environment: environment).wait()
        if let status { try #require(ending.status == .exited(status), "\(name): \(ending)") }
        return ending
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips a test where a program is missing.
    static func needs(_ witnesses: Witness...) -> ConditionTrait {
        let names = witnesses.map { "\($0.name) (\($0.package))" }.joined(separator: " and ")
        return .enabled(if: witnesses.allSatisfy(\.isExpected), "needs \(names)")
    }
}
