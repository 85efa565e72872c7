import Foundation
import TestBench

/// A certificate for `localhost` and 127.0.0.1 that vouches for itself, made once.
enum TestCertificate {
    /// The files of the certificate and of its key.
    static let files: Result<(certificate: String, key: String), any Error> = Result {
        let folder = URL(filePath: try TemporaryFolder.shared().path)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out", "cert.pem",
            "-days", "2", "-subj", "/CN=localhost", "-addext",
            "subjectAltName=DNS:localhost,DNS:fruta.example,IP:127.0.0.1",
        ]
        process.currentDirectoryURL = folder
        (process.standardError, process.standardOutput) = (FileHandle.nullDevice, FileHandle.nullDevice)
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
        return (folder.appending(path: "cert.pem").path, folder.appending(path: "key.pem").path)
    }
}
