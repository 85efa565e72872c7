import Foundation
import TestBench
import Testing
import UnixSystem

/// A page in a real browser, told what to do step by step.
///
///     let page = try await RemotePage(folder: station.folder)
///     try await page.go("http://127.0.0.1:\(port)/")
///     try await page.until("document.querySelector('h1')")
final class RemotePage: Sendable {
    private let program: RunningProgram
    private let connection: UnixConnection

    /// `flags`: Chromium's, beside the usual ones.
    init(folder: TemporaryFolder, flags: [String] = []) async throws {
        let socket = folder["page.sock"]
        let script = Repository.path("Tests/Programs/EndToEndTests/Browser/remote_page.py")
        program = try RunningProgram(path: Witness.python.name, [script, socket, folder.path] + flags)
        var isReady = false
        for await line in program.output.lines where line == "ready" {
            isReady = true
            break
        }
        try #require(isReady, "the browser has not started: \(program.errors.text)")
        connection = try UnixConnection.connect(to: socket)
    }

    /// The script ends the browser and clears away what it wrote.
    deinit { program.process.terminate() }

    /// Opens an address and waits until the page says that it is there.
    func go(_ address: String) async throws { try await ask(["do": "go", "address": address]) }

    /// The value of an expression; promises are awaited.
    @discardableResult
    func run(_ script: String) async throws -> Any? { try await ask(["do": "run", "script": script]) }

    func text(_ script: String) async throws -> String { try await run(script) as? String ?? "" }

    /// Waits until an expression is true.
    func until(_ script: String) async throws { try await ask(["do": "until", "script": script]) }

    /// Clicks what is found, once it is there and may be clicked.
    func click(_ selector: String) async throws {
        let quoted = try Self.quoted(selector)
        try await until("document.querySelector(\(quoted)) && !document.querySelector(\(quoted)).disabled")
        try await run("document.querySelector(\(quoted)).click()")
    }

    /// Sets a field's value as a person does who types it.
    func fill(_ selector: String, _ value: String) async throws {
        let (field, text) = (try Self.quoted(selector), try Self.quoted(value))
        try await until("document.querySelector(\(field))")
        try await run(
            """
            (() => {
              const field = document.querySelector(\(field));
              field.value = \(text);
              for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
            })()
            """)
    }

    /// Presses keys: single characters, or names such as Tab and Enter.
    func press(_ keys: String...) async throws { try await ask(["do": "keys", "keys": keys]) }

    func choose(_ files: [String], in selector: String) async throws {
        try await ask(["do": "files", "selector": selector, "files": files])
    }

    func size(_ width: Int, _ height: Int) async throws {
        try await ask(["do": "size", "width": width, "height": height])
    }

    /// Waits until something is downloaded, and gives the path of the file.
    func download() async throws -> String { try #require(try await ask(["do": "download"]) as? String) }

    func picture(_ path: String) async throws { try await ask(["do": "picture", "path": path]) }

    /// Errors of scripts and of the policy, addresses that were asked for, and dialogs.
    func complaints() async throws -> [String: [Any]] {
        try #require(try await ask(["do": "complaints"]) as? [String: [Any]])
    }

    /// One of the script's other orders.
    func order(_ wish: [String: Any]) async throws { try await ask(wish) }

    @discardableResult
    private func ask(_ wish: [String: Any]) async throws -> Any? {
        let question = try JSONSerialization.data(withJSONObject: wish)
        let line: [UInt8] = try await withCheckedThrowingContinuation { continuation in
            do {
                // Waiting for the answer blocks.
                try DedicatedThread.start("page") { [self] in
                    continuation.resume(with: Result { try exchange(Array(question)) })
                }
            } catch {
                continuation.resume(throwing: error)
            }
        }
        let answer = try #require(
            try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any], "the browser has ended")
        if let error = answer["error"] as? String {
            Issue.record("\(wish): \(error)")
            throw RemotePageFailure.refused
        }
        return answer["value"]
    }

    private func exchange(_ question: [UInt8]) throws -> [UInt8] {
        try connection.write(question + [UInt8(ascii: "\n")])
        var line: [UInt8] = []
        while line.last != UInt8(ascii: "\n") {
            let bytes = try connection.read(upTo: 65_536, until: .now + .seconds(300))
            if bytes.isEmpty { break }
            line += bytes
        }
        return line
    }

    /// As a script writes it.
    static func quoted(_ text: String) throws -> String {
        String(decoding: try JSONSerialization.data(withJSONObject: text, options: .fragmentsAllowed), as: UTF8.self)
    }
}

/// The page cannot go on; why is in the recorded issue.
enum RemotePageFailure: Error { case refused }
