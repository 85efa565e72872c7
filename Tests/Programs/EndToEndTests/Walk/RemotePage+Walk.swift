import Foundation
import TestBench

/// What happens to a page of walks.
extension RemotePage {
    /// Keeps scans on the phone, a minute old. `more`: members of each, in JavaScript.
    func keep(_ urls: [String], more: String = "") async throws {
        let texts = String(decoding: try JSONSerialization.data(withJSONObject: urls), as: UTF8.self)
        try await run(
            """
            import("/walk/memory.js").then(async ({ memory }) => {
              for (const [number, text] of \(texts).entries()) {
                await memory.keep({ id: crypto.randomUUID(), time: Date.now() - 60000 - 1000 * number, text, latitude: 37.323,
                  longitude: -122.0322, accuracy: 9, tag: null, kind: "station", state: "waiting", \(more) });
              }
            })
            """)
    }

    /// The network is back: what waits is sent.
    func wake() async throws { try await run("dispatchEvent(new Event('online'))") }

    /// Answers the next requests at a path by functions in JavaScript, which get the request's way to the station. How many were
    /// asked is in `asked`, and what is left in `answers`.
    func answer(at path: String, _ functions: [String]) async throws {
        try await run(
            """
            (() => {
              const { fetch } = globalThis;
              globalThis.asked = 0;
              globalThis.answers = [\(functions.joined(separator: ", "))];
              globalThis.fetch = (path, settings) => {
                const go = () => fetch(path, settings);
                if (path !== "\(path)") return go();
                asked += 1;
                return answers.length > 0 ? answers.shift()(go) : go();
              };
            })()
            """)
    }
}
