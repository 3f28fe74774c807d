/** Reads XML into a tree, for tests: elements, attributes, text and the five named entities, as our writers use them. */

export interface XmlNode {
  readonly name: string
  readonly attributes: Record<string, string>
  readonly children: XmlNode[]
  text: string
}

export function readXml(source: string): XmlNode {
  const root: XmlNode = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  for (const [, close, name = '', attributes = '', selfClosing, text = ''] of source
    .replace(/^<\?xml[^>]*\?>/, '')
    .matchAll(/<(\/?)([\w:.-]+)((?:\s+[\w:.-]+="[^"]*")*)\s*(\/?)>|([^<]+)/g)) {
    const parent = open.at(-1)
    if (!parent) throw new Error('More elements end than begin.')
    if (!name) parent.text += unescapeXml(text)
    else if (close) {
      if (open.pop()?.name !== name) throw new Error(`</${name}> ends no open element.`)
    } else {
      const node = { name, attributes: readAttributes(attributes), children: [], text: '' }
      parent.children.push(node)
      if (!selfClosing) open.push(node)
    }
  }
  const [document] = root.children
  if (open.length !== 1 || !document || root.children.length !== 1) throw new Error('The text is not one XML element.')
  return document
}

/** Nodes at a path of local names, "TaxTotal/TaxSubtotal". */
export function findAll(node: XmlNode, path: string): XmlNode[] {
  return path
    .split('/')
    .reduce<XmlNode[]>(
      (nodes, step) => nodes.flatMap(({ children }) => children.filter(({ name }) => name.split(':').at(-1) === step)),
      [node],
    )
}

/** Text at a path; undefined where there is none. */
export function findText(node: XmlNode, path: string): string | undefined {
  return findAll(node, path)[0]?.text
}

function readAttributes(source: string): Record<string, string> {
  return Object.fromEntries(
    [...source.matchAll(/([\w:.-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, unescapeXml(value)]),
  )
}

function unescapeXml(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}
