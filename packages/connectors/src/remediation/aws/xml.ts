/** The elements of an XML answer of AWS, without attributes: enough for its Query and REST-XML protocols. */

export interface XmlElement {
  name: string
  /** Decoded; "" where it has children. */
  text: string
  children: XmlElement[]
}

const token = /<\?[^>]*\?>|<!--[\s\S]*?-->|<(\/?)([\w.:-]+)([^>]*?)(\/?)>|([^<]+)/g

export function parseXml(xml: string): XmlElement {
  const root: XmlElement = { name: '', text: '', children: [] }
  const open = [root]
  for (const [, closing, name, , selfClosing, text] of xml.matchAll(token)) {
    const current = open.at(-1) ?? root
    if (text !== undefined) {
      if (text.trim()) current.text += decode(text.trim())
    } else if (name !== undefined && closing) open.pop()
    else if (name !== undefined) {
      const element: XmlElement = { name, text: '', children: [] }
      current.children.push(element)
      if (!selfClosing) open.push(element)
    }
  }
  return root
}

/** The first element at this path below any element of the answer's root. */
export function childOf(element: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>(
    (parent, name) => parent?.children.find((child) => child.name === name),
    element,
  )
}

export function textOf(element: XmlElement | undefined, ...path: string[]): string {
  return childOf(element, ...path)?.text ?? ''
}

/** Every element of this name, at any depth, in order; those inside of one are not searched. */
export function allNamed(element: XmlElement, name: string): XmlElement[] {
  return element.children.flatMap((child) => (child.name === name ? [child] : allNamed(child, name)))
}

/** The items of the first list of this name, such as volumeSet. */
export function itemsOf(element: XmlElement, list: string): XmlElement[] {
  return allNamed(element, list)[0]?.children ?? []
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decode(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (entity, hex, decimal, name) => {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16))
    if (decimal) return String.fromCodePoint(Number(decimal))
    return entities[name] ?? entity
  })
}
