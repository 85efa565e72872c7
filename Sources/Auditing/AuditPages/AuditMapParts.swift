/// The drawn map on its own, for pages that show it beside other things. It needs no tiles, so it needs no network.
package enum AuditMapParts {
    /// How the map looks; the page brings the colours.
    package static var style: [UInt8] { PackageResources.map_css }

    /// An ECMAScript module. `openMap(raw, say)` draws rows like those of `ReportData` on the canvas `map` of the page
    /// (which also has the buttons `nearer`, `farther`, `whole` and the element `tip`), with the words of `say`.
    package static var module: [UInt8] {
        Array("export function openMap(raw, say) {\n".utf8) + script + PackageResources.opening_js
    }

    /// Statements that expect `raw` and `say`.
    static var script: [UInt8] {
        PackageResources.data_js + PackageResources.projection_js + PackageResources.drawing_js
            + PackageResources.map_js
    }
}
