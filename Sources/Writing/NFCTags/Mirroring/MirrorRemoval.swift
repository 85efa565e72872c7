internal import Faults
import NDEF

/// The one write that switches a mirror off.
struct MirrorRemoval {
    let write: PageWrite
    /// Whether the tag must be opened with the password it has.
    let needsPassword: Bool

    init(_ image: Type2Image) throws(TagError) {
        guard image.product.mirroring == .known, case .password(let page) = image.product.protection else {
            throw .notMirrorable(image.uid, "how an \(image.product.name) mirrors is not known here, if it does")
        }
        let configuration: TagConfiguration
        do {
            configuration = try TagConfiguration(of: image)
        } catch {
            throw TagError(error, of: image)
        }
        guard let cfg0 = image.soundCFG0(keepsMirror: true) else {
            throw TagError(.notRead(page: page), of: image)
        }
        guard !configuration.isFrozen else {
            throw .notMirrorable(image.uid, "its configuration is frozen for ever (CFGLCK)")
        }
        // MIRROR_CONF 0 and MIRROR_PAGE 0; STRG_MOD_EN and AUTH0 stay.
        write = PageWrite(page: page, bytes: [cfg0[0] & 0x0F, cfg0[1], 0x00, cfg0[3]])
        needsPassword = configuration.firstProtectedPage <= page
    }
}
