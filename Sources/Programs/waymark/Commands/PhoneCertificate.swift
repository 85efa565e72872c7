import ArgumentParsing
import Cryptography
import Faults
import Foundation
import Registry
import UnixSystem

/// A certificate for the station that phones trust: an authority of the station's own, and a certificate under it.
enum PhoneCertificate {
    private static let folder = Argument.required(
        "FOLDER", .file, help: "where the station's certificate and key are put")
    private static let names = Option.repeated(
        "name", .serverName, valueName: "NAME",
        help: "a name or an address under which phones reach the station; may be given again")
    private static let authority = Option.optional(
        "authority", .file, valueName: "FOLDER",
        help: "where the authority and its key are kept (default: authority in FOLDER)")
    private static let days = Option.defaulting(
        to: 397, "days", .integer(in: 1...CertificatePair.longestDays), help: "how long the certificate is valid")
    private static let renew = Option.flag("renew", help: "replace the certificate and its key by new ones")

    static let parameters: [any ParameterKey] = [folder, names, authority, days, renew]

    private struct Made: Encodable {
        let schema = 1
        let certificate: String
        let key: String
        let authority: String
        let fingerprint: String
        let authorityFingerprint: String
        let names: [String]
        let days: Int
    }

    static func run(_ values: ParsedValues) throws -> ArgumentParsing.ExitStatus {
        let wanted = values[names]
        guard !wanted.isEmpty else {
            throw UsageError(
                message: "no certificate was made",
                reason: "a certificate is for names or addresses, and none is given",
                next: "name the station as phones reach it: --name 192.0.2.10")
        }
        let place = values[folder]
        let own = values[authority] ?? "\(place)/authority"
        let files = (certificate: "\(place)/station.crt", key: "\(place)/station.key")
        if !values[renew], let there = [files.certificate, files.key].first(where: { FileStatus($0) != nil }) {
            throw UsageError(
                message: "no certificate was made", reason: "\(there) exists",
                next: "to replace the certificate and its key: --renew")
        }
        let now = SystemClock.now
        try folder(place, mode: 0o755)
        let (signer, isNew) = try signer(in: own, for: wanted, at: now)
        let made = try signer.issue(for: wanted, days: values[days], at: now)
        // The key first: a certificate without its key is not served.
        try File.writeAtomically(try made.keyFile, to: files.key, mode: 0o600)
        try File.writeAtomically(try made.certificateFile, to: files.certificate, mode: 0o644)
        if values.wantsJSON {
            Terminal.result(
                try JSONText.document(
                    Made(
                        certificate: files.certificate, key: files.key, authority: "\(own)/authority.crt",
                        fingerprint: made.fingerprint, authorityFingerprint: signer.fingerprint,
                        names: wanted.map(\.description), days: values[days])))
            return .done
        }
        Terminal.result("certificate for \(wanted.map(\.description).joined(separator: ", ")): \(files.certificate)")
        Terminal.result("SHA-256 of it: \(made.fingerprint)")
        Terminal.result("SHA-256 of its authority, which phones show: \(signer.fingerprint)")
        if isNew { Terminal.note("phones install \(own)/authority.crt; keep \(own)/authority.key off the station") }
        Terminal.note(
            "give it to the daemon: \"certificate\": \"\(files.certificate)\", \"certificateKey\": \"\(files.key)\" in "
                + "/etc/waymark/waymarkd.json; sudo chown waymark \(files.key); sudo systemctl restart waymarkd")
        return .done
    }

    /// Makes a folder where none is.
    private static func folder(_ path: String, mode: Int) throws {
        guard FileStatus(path) == nil else { return }
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: mode])
    }

    /// The authority that is there, or a new one.
    private static func signer(
        in folder: String, for names: [ServerName], at now: Int64
    ) throws -> (CertificatePair, isNew: Bool) {
        let (certificate, key) = ("\(folder)/authority.crt", "\(folder)/authority.key")
        if FileStatus(certificate) != nil {
            let read = try SecretFile.read(key, limit: 1 << 16) {
                try CertificatePair(certificate: try File.read(certificate, limit: 1 << 16), key: $0)
            }
            return (read, false)
        }
        try Self.folder(folder, mode: 0o700)
        let name = "Waymark station \(names[0])"
        let made = try CertificatePair.authority(named: name, for: names, days: 3_650, at: now)
        try SecretFile.create(key, try made.keyFile)
        try File.writeAtomically(try made.certificateFile, to: certificate, mode: 0o644)
        return (made, true)
    }
}

extension Conversion where Value == ServerName {
    /// `bench.example`, `192.0.2.10` or `2001:db8::10`.
    static var serverName: Conversion<ServerName> {
        Conversion(valueName: "NAME", expecting: "a host's name such as bench.local, or an address such as 192.0.2.10")
        {
            ServerName($0)
        }
    }
}
