import Foundation
import TestBench
import Testing

/// An authority of one's own, and certificates of it for `localhost`: good, expired, for another host; and one that
/// nobody vouches for.
enum TestAuthority {
    static let isThere = ["openssl", "python3"].allSatisfy { name in
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
        }
    }

    /// Made once for all tests.
    static let folder: Result<URL, any Error> = Result {
        let folder = URL(filePath: try TemporaryFolder.shared().path)
        try Data(script.utf8).write(to: folder.appending(path: "make.sh"))
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["bash", "make.sh"]
        process.currentDirectoryURL = folder
        process.standardError = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
        return folder
    }

    private static let script = """
        set -e
        openssl req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -days 2 -subj /CN=test-authority \
            -addext basicConstraints=critical,CA:true -addext keyUsage=critical,keyCertSign,cRLSign
        openssl req -newkey rsa:2048 -nodes -keyout key.pem -out request.pem -subj /CN=localhost
        openssl req -x509 -key key.pem -out selfSigned.pem -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost
        touch index
        echo 01 > serial
        cat > ca.conf <<END
        [ca]
        default_ca = here
        [here]
        database = index
        serial = serial
        new_certs_dir = .
        default_md = sha256
        policy = any
        unique_subject = no
        [any]
        commonName = supplied
        [good]
        subjectAltName = DNS:localhost
        [pages]
        subjectAltName = DNS:localhost, DNS:egg.example, DNS:www.egg.example, DNS:slow.example, DNS:dead.example, \
            DNS:bikesrental.example, DNS:brighteggcafe.example, DNS:fruta.example, DNS:melamela.example
        [other]
        subjectAltName = DNS:other.example
        END
        sign() {
            openssl ca -batch -config ca.conf -cert ca.pem -keyfile ca.key -in request.pem -out "$1" -extensions "$2" \
                -startdate "$3" -enddate "$4" -notext
        }
        sign good.pem good 20200101000000Z 20491231000000Z
        sign pages.pem pages 20200101000000Z 20491231000000Z
        sign notYetValid.pem good 20400101000000Z 20491231000000Z
        sign expired.pem good 20200101000000Z 20210101000000Z
        sign otherHost.pem other 20200101000000Z 20491231000000Z

        """
}
