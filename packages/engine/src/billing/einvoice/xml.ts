/** Writes XML as text. Elements without text and children are left out, because EN 16931 forbids empty ones. */

type Attributes = Readonly<Record<string, string>>
export type Xml = string

/** Everything XML 1.0 can't hold: control characters, half surrogate pairs, two noncharacters. */
const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

/** An element with text; "" where the text is empty. */
export function textElement(name: string, text: string, attributes: Attributes = {}): Xml {
  const clean = text.replace(forbidden, '').trim()
  return clean === '' ? '' : `<${name}${formatAttributes(attributes)}>${escapeXml(clean)}</${name}>`
}

/** An element with children; "" where all of them are empty. */
export function parentElement(name: string, children: readonly Xml[], attributes: Attributes = {}): Xml {
  const content = children.join('')
  return content === '' ? '' : `<${name}${formatAttributes(attributes)}>${content}</${name}>`
}

export function xmlDocument(root: Xml): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

function formatAttributes(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeXml(value)}"`)
    .join('')
}
