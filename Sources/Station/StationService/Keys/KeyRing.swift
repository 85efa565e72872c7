internal import Chips
package import Cryptography
package import Faults
internal import NFCTags
internal import Provisioning
package import Registry

/// The keys for tag passwords that the station has: one for new passwords, and older ones.
package struct KeyRing: Sendable {
    /// The key for new passwords; nil when there is none.
    package let current: KeyName?
    let available: AvailableKeys
    private let keys: [KeyName: TagKey]

    /// Throws when two different keys have the same identifier, and when check values cannot be computed.
    package init(current: TagKey? = nil, older: [TagKey] = []) throws {
        let all = (current.map { [$0] } ?? []) + older
        var keys: [KeyName: TagKey] = [:]
        for key in all {
            let name = KeyName(identifier: key.identifier, check: try key.checkValue())
            if let namesake = keys.keys.first(where: { $0.identifier == name.identifier }), namesake != name {
                throw KeyRingError(
                    code: .keyConflict, message: "the keys for tag passwords are refused",
                    reason: "two different keys have the identifier \(name.identifier), with the check values "
                        + "\(namesake.check) and \(name.check)",
                    next: "take away the one that is not yours; see: waymark key show FILE")
            }
            keys[name] = key
        }
        self.keys = keys
        self.current = try current.map { KeyName(identifier: $0.identifier, check: try $0.checkValue()) }
        available = AvailableKeys(current: self.current, older: keys.keys)
    }

    /// No keys.
    package init() {
        (keys, current, available) = ([:], nil, AvailableKeys())
    }

    /// Every key, by name.
    package var names: [KeyName] { available.all.sorted { $0.description < $1.description } }

    /// The password of a tag; nil when the key is not here.
    func password(of uid: ChipUID, from name: KeyName) throws -> TagPassword? {
        try keys[name]?.withPassword(ofTag: uid.bytes) { TagPassword(password: $0, acknowledgement: $1) }
    }
}

/// Why keys cannot be used together.
package typealias KeyRingError = Fault<KeyRingFaultCode>

package enum KeyRingFaultCode: String, FaultCode, CaseIterable {
    /// Two different keys have one identifier.
    case keyConflict = "key-conflict"
}
