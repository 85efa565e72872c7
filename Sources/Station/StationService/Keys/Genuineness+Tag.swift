internal import Chips
internal import Cryptography
internal import NFCTags
internal import Registry

extension Genuineness {
    /// Reads the factory's signature and checks whose it is.
    init(of session: TagSession) async throws {
        guard let signer = session.product?.signer else {
            self = .unknown
            return
        }
        guard let bytes = try await session.readSignature(), let signature = OriginalitySignature(bytes) else {
            self = .unknown
            return
        }
        let key: OriginalityKey =
            switch signer {
            case .ntag21x: .ntag21x
            case .ultralightEV1: .ultralightEV1
            }
        self = try signature.isValid(for: session.uid.bytes, by: key) ? .genuine : .notGenuine
    }
}
