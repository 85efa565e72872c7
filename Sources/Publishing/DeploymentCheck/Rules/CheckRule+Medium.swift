internal import AppClips
internal import Faults
internal import Geodesy
internal import NDEF
internal import NFCTags
package import Registry

/// Whether a URL fits what carries it.
extension CheckRule {
    /// What a QR symbol of version 10 holds at level M in bytes (ISO/IEC 18004, table 7): 57 modules a side, the
    /// last that a phone reads from a small label at an arm's length.
    private static let easySymbol = 213

    static let medium: [CheckRule] = [
        CheckRule(.tooLongForChip, .critical) { context in
            context.about {
                guard let name = context.chip(of: $0), let product = WritableChip.all.first(where: { $0.name == name }),
                    let message = try? NDEFMessage(uri: $0.tag.url), !product.holds(message)
                else { return nil }
                let advice =
                    product.alternative(for: message).map { "shorten it, or use an \($0.name)" } ?? "shorten it"
                return ("a URL does not fit on an \(name), which has \(product.declaredSize) bytes", advice)
            }
        },
        CheckRule(.chipUnknown, .warning) { context in
            context.about {
                // What is on a Type 4 tag is known when it is written; here a name of the deployment is meant.
                guard $0.tag.medium == .nfc, $0.tag.product == nil, let name = context.chip(of: $0),
                    !WritableChip.all.contains(where: { $0.name == name })
                else { return nil }
                let names = WritableChip.all.map(\.name).joined(separator: ", ")
                return (
                    "\(name) is not a chip that Waymark knows: whether URLs fit is not known", "name one of \(names)"
                )
            }
        },
        CheckRule(.denseSymbol, .warning) { context in
            context.about {
                guard $0.tag.medium == .qr, $0.tag.url.utf8.count > easySymbol else { return nil }
                return (
                    "a URL has more than \(easySymbol) bytes: its QR symbol is too dense for a small label",
                    "shorten it, or print it on a larger stock"
                )
            }
        },
        CheckRule(.codeAlphabet, .critical) { context in
            context.about {
                guard $0.tag.medium == .appClipCode, let url = $0.url,
                    let complaint = ClipCodeAlphabet.complaint(about: url)
                else { return nil }
                return ("no App Clip Code can be made of a URL: \(complaint)", "leave that out of the template")
            }
        },
        CheckRule(.codeHostDigit, .warning) { context in
            context.about {
                guard $0.tag.medium == .appClipCode, let url = $0.url, let doubt = ClipCodeAlphabet.doubt(about: url)
                else { return nil }
                return (
                    "whether an App Clip Code can be made of a URL is not certain: \(doubt)",
                    "make one code with Apple's generator and scan it before you order the others"
                )
            }
        },
    ]

    /// A push's `target-content-id` must be a URL that matches a registered advanced experience ("Enabling
    /// notifications in App Clips").
    static let push: [CheckRule] = [
        CheckRule(.pushUnregistered, .critical) { context in
            context.about {
                guard let (text, _) = context.pushTarget(of: $0) else { return nil }
                guard let url = try? InvocationURL(text) else {
                    return ("no target-content-id can be made: \(text)", "correct push in deployment.json")
                }
                if context.finder.experiences.experience(openedBy: url) != nil { return nil }
                return (
                    "the target-content-id of a push matches no registered experience: \(text)",
                    "correct push in deployment.json: notifications would not be delivered"
                )
            }
        },
        CheckRule(.pushOtherExperience, .warning) { context in
            context.about {
                guard let (text, own) = context.pushTarget(of: $0), let own, let url = try? InvocationURL(text),
                    let winner = context.finder.experiences.experience(openedBy: url)?.url, winner != own
                else { return nil }
                return (
                    "the target-content-id of a push is of \(winner), the tag opens \(own)",
                    "make push in deployment.json as specific as the tags' URLs"
                )
            }
        },
    ]
}

extension CheckContext {
    /// The `target-content-id` of a tag's notifications, and the experience that the tag opens. Nil where the tag's
    /// own URL is meant: the other rules speak of that.
    func pushTarget(of view: TagView) -> (text: String, own: InvocationURL?)? {
        guard let pattern = deployment(of: view)?.push else { return nil }
        let own: InvocationURL? = if case .registered(let winner) = view.status { winner.url } else { nil }
        return (CheckSubject.pushTarget(pattern, view.tag, store: stores[view.tag.store]), own)
    }
}

extension CheckSubject {
    /// What a template of `target-content-id` makes for a tag; where it makes nothing, why.
    package static func pushTarget(_ pattern: String, _ tag: Tag, store: Store?) -> String {
        var values = [
            "store": tag.store.text, "tag": tag.id.text, "placement": tag.placement, "medium": tag.medium.rawValue,
        ]
        if let centre = store?.region?.centre {
            values["latitude"] = LocationText.decimal(centre.latitude)
            values["longitude"] = LocationText.decimal(centre.longitude)
        }
        do {
            return try URLTemplate(pattern).expand(values)
        } catch {
            return error.reason
        }
    }
}
