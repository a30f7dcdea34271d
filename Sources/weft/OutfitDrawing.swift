import API
import Domain
import Interchange

/// An outfit as a picture in SVG: for each layer the photo of what is worn there, or its outline in its
/// color, with its name; a grey one for what may not be seen.
enum OutfitDrawing {
    /// The drawing; the same outfit gives the same bytes.
    static func svg(
        of outfit: NamedThingJSON, with pictures: [String: EmbeddedPicture] = [:]
    ) -> String {
        let layers = outfit.layers ?? []
        let frame = Frame(of: layers)
        var lines = [
            """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(frame.width)" \
            height="\(frame.height)" viewBox="\(frame.left) \(frame.top) \(frame.width) \
            \(frame.height)" font-family="sans-serif">
            """,
            "<title>\(escaped(outfit.name))</title>",
            """
            <rect x="\(frame.left)" y="\(frame.top)" width="\(frame.width)" \
            height="\(frame.height)" fill="#f6f4f0"/>
            """,
        ]
        if !pictures.isEmpty {
            lines.append(
                """
                <defs><clipPath id="box"><rect x="-100" y="-100" width="200" height="200" \
                rx="8"/></clipPath></defs>
                """)
        }
        for layer in layers { lines += drawn(layer, pictures[layer.thing?.id ?? ""]) }
        return (lines + ["</svg>", ""]).joined(separator: "\n")
    }

    /// The visible part: a canvas of 800 by 1000, and more if something lies further out.
    private struct Frame {
        let left, top, width, height: Int

        init(of layers: [LayerJSON]) {
            var (left, top, right, bottom) = (-400, -500, 400, 500)
            for layer in layers {
                // Turned, a box reaches as far as its diagonal.
                let reach = Int(Double(Canvas.boxSide) * 0.75 * layer.scale) + 20
                (left, right) = (min(left, layer.x - reach), max(right, layer.x + reach))
                (top, bottom) = (min(top, layer.y - reach), max(bottom, layer.y + reach))
            }
            (self.left, self.top) = (left, top)
            (width, height) = (right - left, bottom - top)
        }
    }

    private static func drawn(_ layer: LayerJSON, _ picture: EmbeddedPicture?) -> [String] {
        let moved = """
            <g transform="translate(\(layer.x) \(layer.y)) rotate(\(layer.rotation)) \
            scale(\(layer.scale))">
            """
        guard let thing = layer.thing else {
            return [
                moved,
                """
                <path d="\(outline(of: .other))" fill="#d9d9d9" stroke="#8a8a8a" \
                stroke-width="2" stroke-dasharray="6 6"/>
                """, "</g>",
            ]
        }
        if let picture {
            // All of it, as large as the box allows: what is cut off might be a sleeve.
            return [
                moved, "<title>\(escaped(thing.name))</title>",
                """
                <image x="-100" y="-100" width="200" height="200" clip-path="url(#box)" \
                preserveAspectRatio="xMidYMid meet" href="\(picture.address)"/>
                """, "</g>",
            ]
        }
        let colors = thing.colors.compactMap { ColorName($0)?.hex }
        let slot = GarmentSlot(category: thing.category ?? "", otherwise: [thing.name])
        let swatches = colors.prefix(5).enumerated().map { place, hex in
            """
            <rect x="\(-92 + 22 * place)" y="72" width="18" height="18" fill="#\(hex)" \
            stroke="#333333"/>
            """
        }
        return [
            moved,
            """
            <path d="\(outline(of: slot))" fill="#\(colors.first ?? "ffffff")" \
            fill-opacity="0.85" stroke="#333333" stroke-width="3" stroke-linejoin="round"/>
            """,
        ] + swatches + [
            """
            <text x="0" y="6" font-size="18" text-anchor="middle" fill="#111111" \
            stroke="#ffffff" stroke-width="4" paint-order="stroke">\
            \(escaped(shortened(thing.name)))</text>
            """, "</g>",
        ]
    }

    // In a box from -100 to 100.
    private static func outline(of slot: GarmentSlot) -> String {
        switch slot {
        case .hat:
            return "M-95 40 H95 Q90 60 0 60 Q-90 60 -95 40 M-55 40 Q-60 -50 0 -50 Q60 -50 55 40"
        case .outer:
            return
                "M-40 -95 H40 L98 -60 L85 70 L60 65 L58 98 H-58 L-60 65 L-85 70 L-98 -60 Z M0 -95 V98"
        case .dress:
            return "M-35 -98 L-20 -80 H20 L35 -98 L45 -60 L30 -15 L80 98 H-80 L-30 -15 L-45 -60 Z"
        case .top:
            return "M-40 -90 Q0 -65 40 -90 L98 -50 L75 -5 L55 -20 V90 H-55 V-20 L-75 -5 L-98 -50 Z"
        case .bottom: return "M-55 -98 H55 L70 98 H18 L0 -30 L-18 98 H-70 Z"
        case .shoes:
            return "M-98 40 V-20 H-62 Q-50 10 -8 20 V40 Z M8 40 V-20 H44 Q56 10 98 20 V40 Z"
        case .bag: return "M-75 -30 H75 L85 90 H-85 Z M-40 -30 Q-40 -90 0 -90 Q40 -90 40 -30"
        case .other:
            return
                "M-90 -70 Q-90 -90 -70 -90 H70 Q90 -90 90 -70 V70 Q90 90 70 90 H-70 Q-90 90 -90 70 Z"
        }
    }

    private static func shortened(_ name: String) -> String {
        name.count <= 24 ? name : name.prefix(23) + "…"
    }

    /// Text of XML; characters that it cannot have are left out.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\u{FFFE}", "\u{FFFF}": break
            default:
                let category = scalar.properties.generalCategory
                if category != .control, category != .format {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result
    }
}
