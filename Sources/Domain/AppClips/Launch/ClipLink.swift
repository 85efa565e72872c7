/// What an invocation's URL is to Apple: the columns of the table in "Configuring App Clip experiences".
package enum ClipLink: Sendable, Hashable {
    /// A URL under the registered one of an advanced experience.
    case advanced
    case defaultLink
    /// A URL of the website that is associated with the App Clip, under the default experience.
    case defaultWebsite
    case demoLink(isShort: Bool)

    /// What an App Clip Code or a tag carries on Apple's own host.
    package init(_ link: AppleLink, _ url: InvocationURL) {
        self =
            switch link {
            case .standard: .defaultLink
            case .demo: .demoLink(isShort: url.query == nil)
            }
    }

    /// What Apple's table says.
    package enum Support: Sendable, Equatable {
        case yes
        case onlyAssociated
        case no
    }

    package func support(of invocation: ClipInvocation) -> Support {
        switch (self, invocation) {
        case (.advanced, .website), (.advanced, .messages), (.defaultWebsite, .website): .onlyAssociated
        case (.advanced, .openedLink): .no
        case (.advanced, _): .yes
        case (.demoLink(let isShort), .scannedCode), (.demoLink(let isShort), .touchedCode): isShort ? .yes : .no
        case (_, .maps), (_, .website), (_, .scannedCode), (_, .touchedCode): .no
        default: .yes
        }
    }

    /// Whether the host has to vouch for the App Clip. Apple's page asks for it for advanced experiences as such, and for
    /// iOS before 16.4; its table then names NFC tags and QR codes without that condition, and App Clip Codes, whose own
    /// pages ask for it.
    package func needsAssociation(_ invocation: ClipInvocation, on system: SystemVersion) -> Bool {
        switch self {
        case .defaultLink, .demoLink: false
        case .defaultWebsite: true
        case .advanced:
            system < .opensWithoutAssociation || invocation.isClipCode || support(of: invocation) == .onlyAssociated
        }
    }

    /// The first iOS on which the invocation works at all; nil where Apple names none.
    package func firstSystem(for invocation: ClipInvocation) -> SystemVersion? {
        let ofInvocation: SystemVersion? =
            invocation == .linkPreview || invocation == .openedLink ? .opensFromApps : nil
        guard self == .defaultLink else { return ofInvocation }
        return max(ofInvocation ?? .opensWithoutAssociation, .opensWithoutAssociation)
    }
}
