extension Type2Tag {
    /// The configuration pages in force (NTAG213/215/216 data sheet, 8.5.7).
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
        /// AUTHLIM: wrong passwords until the protected pages are closed for ever; 0 means no limit.
        var authenticationLimit: Int { Int(cfg1[0] & 0x07) }
    }

    /// The configuration in force; nil for a product without a password.
    var configuration: Configuration? {
        product.configurationPage.map {
            Configuration(cfg0: configurationInForce[$0], cfg1: configurationInForce[$0 + 1])
        }
    }

    /// PWD_AUTH: the PACK for the right password.
    mutating func authenticate(password: [UInt8]) -> TagResponse {
        guard let page = product.configurationPage, let limit = configuration?.authenticationLimit else {
            return refuseUnknown()
        }
        guard limit == 0 || failedAuthentications < limit else { return refuse(.authenticationLimit) }
        guard password == memory[page + 2] else {
            failedAuthentications += 1
            let isLast = failedAuthentications == limit && variant.lastWrongPassword == .refusedAsLimit
            return refuse(isLast ? .authenticationLimit : .invalidArgument)
        }
        failedAuthentications = 0
        isAuthenticated = true
        return .bytes(Array(memory[page + 3][0..<2]))
    }

    /// The first half of the Ultralight C's authentication. The second needs 3DES, which this model does not know.
    mutating func beginTripleDES() -> TagResponse {
        guard case .tripleDES = product.protection else { return refuseUnknown() }
        return .bytes([0xAF, 0x57, 0x61, 0x79, 0x6D, 0x61, 0x72, 0x6B, 0x21])
    }

    /// The first page that a stranger cannot write now.
    var endOfWritablePages: Int {
        if isAuthenticated { return memory.pageCount }
        switch product.protection {
        case .nothing: return memory.pageCount
        case .password: return configuration?.firstProtectedPage ?? memory.pageCount
        case .tripleDES(let page): return Int(configurationInForce[page][0])
        }
    }

    /// The first page that cannot be read now: the end of the memory, or AUTH0 when the password is missing.
    var endOfReadablePages: Int {
        switch product.protection {
        case .nothing: return memory.pageCount
        case .password:
            guard let configuration, configuration.protectsReading, !isAuthenticated else { return memory.pageCount }
            return min(configuration.firstProtectedPage, memory.pageCount)
        case .tripleDES(let page):
            // AUTH1, bit 0: only writing needs the key. The key itself is never read.
            let firstKeyPage = page + 2
            return configurationInForce[page + 1][0] & 0x01 != 0
                ? firstKeyPage : min(Int(configurationInForce[page][0]), firstKeyPage)
        }
    }
}
