internal import AppClips

extension Tag {
    /// The plan with another identifier: its URL names it by the first of these templates of which the URL is made. Nil
    /// where no template names the tag: then only the file's author knows its URL.
    public func renewed(as fresh: TagID, _ templates: [String]) -> Tag? {
        for text in templates {
            guard let template = try? URLTemplate(text), var values = template.recover(from: url),
                values["tag"]?.utf8.elementsEqual(id.text.utf8) == true,
                let known = try? template.expand(values), InvocationURL.carried(known) == url
            else { continue }
            values["tag"] = fresh.text
            guard let other = try? template.expand(values) else { continue }
            return Tag(
                id: fresh, batch: batch, store: store, placement: placement, medium: medium, url: other,
                deployed: deployed)
        }
        return nil
    }
}
