/// How far the documents have come that a station's tags need: a program that starts anew continues there. It is kept
/// when the hub has the entry about what came: a registry that is set back before it does not pass for one that has it.
package struct KeptDocuments: Hashable, Sendable, Codable {
    /// By which mark of the hub's orders all of them have come; nil before that, and while pages are on their way.
    package let orders: String?
    /// The mark of the newest page; nil before the first, and under a hub that gives none.
    package let page: String?
    /// Changes whenever any program keeps something: see `HubWitness.keep(orders:page:after:)`.
    package let number: Int

    init(orders: String? = nil, page: String? = nil, number: Int = 0) {
        self.orders = orders
        self.page = page
        self.number = number
    }
}
