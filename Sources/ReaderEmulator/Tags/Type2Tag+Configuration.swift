extension Type2Tag {
    /// The configuration pages as they are in force since the last selection (NTAG213/215/216 data sheet, 8.5.7).
    struct Configuration {
        private let cfg0: [UInt8]
        private let cfg1: [UInt8]

        init(cfg0: [UInt8], cfg1: [UInt8]) {
            self.cfg0 = cfg0
            self.cfg1 = cfg1
        }

        var mirrorsUID: Bool { cfg0[0] & 0x40 != 0 }
        var mirrorsCounter: Bool { cfg0[0] & 0x80 != 0 }
        var mirrorByte: Int { Int(cfg0[0] >> 4 & 0x03) }
        var mirrorPage: Int { Int(cfg0[2]) }
        /// AUTH0: the first page that needs the password.
        var firstProtectedPage: Int { Int(cfg0[3]) }
        /// PROT: the password is needed for reading too.
        var protectsReading: Bool { cfg1[0] & 0x80 != 0 }
        /// CFGLCK: CFG0 and CFG1 are read-only for ever.
        var isLocked: Bool { cfg1[0] & 0x40 != 0 }
        var countsReads: Bool { cfg1[0] & 0x10 != 0 }
        var protectsCounter: Bool { cfg1[0] & 0x08 != 0 }
        /// AUTHLIM: wrong passwords until the protected pages are closed for ever; 0 is no limit.
        var authenticationLimit: Int { Int(cfg1[0] & 0x07) }
    }

    var configuration: Configuration {
        let page = product.configurationPage
        return Configuration(cfg0: inForce[page], cfg1: inForce[page + 1])
    }

    var passwordPage: Int { product.configurationPage + 2 }
    var acknowledgePage: Int { product.configurationPage + 3 }

    /// PWD_AUTH: the PACK for the right password.
    mutating func authenticate(password: [UInt8]) -> TagResponse {
        let limit = configuration.authenticationLimit
        guard limit == 0 || failedAuthentications < limit else { return refuse(.authenticationLimit) }
        guard password == memory[passwordPage] else {
            failedAuthentications += 1
            return refuse(.invalidArgument)
        }
        failedAuthentications = 0
        isAuthenticated = true
        return .bytes(Array(memory[acknowledgePage][0..<2]))
    }
}
