/**
 * XML that someone else wrote: parsed strictly, without a document type (so no entities), comments or processing
 * instructions, because these are what attacks on SAML readers are made of. No provider sends them.
 */
import { createRequire } from 'node:module'

interface XmlNode {
  nodeType: number
  nodeName: string
  textContent: string | null
  childNodes: ArrayLike<XmlNode>
}

export interface XmlElement extends XmlNode {
  localName: string
  namespaceURI: string | null
  parentNode: XmlNode | null
  /** Empty when it is missing. */
  getAttribute(name: string): string
  getElementsByTagNameNS(namespace: string, localName: string): ArrayLike<XmlElement>
}

interface XmlDocument extends XmlNode {
  documentElement: XmlElement | null
}

/** The library's own types would make browser globals visible in the server. */
interface XmlLibrary {
  DOMParser: new (options: {
    errorHandler: (level: string, message: string) => void
  }) => { parseFromString(text: string, type: string): XmlDocument }
}

const { DOMParser }: XmlLibrary = createRequire(import.meta.url)('@xmldom/xmldom')

export const namespaces = {
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
} as const
type Namespace = keyof typeof namespaces

const elementNode = 1
const cdataNode = 4
const forbidden: Readonly<Record<number, string>> = { 7: 'a processing instruction', 8: 'a comment' }

/** The root element. Throws an Error with a clause such as "it contains a comment". */
export function parseXml(text: string): XmlElement {
  // Refused before the parser sees it: a document type could define entities, which expand without limit.
  if (/<!(?:DOCTYPE|ENTITY|ELEMENT|ATTLIST|NOTATION)/i.test(text)) throw new Error('it contains a document type')
  const document = parseDocument(text)
  const roots = Array.from(document.childNodes).filter(isElement)
  const [root] = roots
  if (!root || roots.length !== 1) throw new Error('it has no single root element')
  for (const node of Array.from(document.childNodes)) {
    // The XML declaration is reported as a processing instruction.
    if (node.nodeType === 7 && node.nodeName === 'xml') continue
    checkNode(node)
  }
  return root
}

function parseDocument(text: string): XmlDocument {
  const fail = () => {
    throw new Error('it is not well-formed XML')
  }
  try {
    return new DOMParser({ errorHandler: fail }).parseFromString(text.replace(/^\uFEFF/, '').trim(), 'text/xml')
  } catch {
    return fail()
  }
}

function checkNode(node: XmlNode): void {
  const name = forbidden[node.nodeType]
  if (name) throw new Error(`it contains ${name}`)
  if (node.nodeType === cdataNode) throw new Error('it contains a CDATA section')
  for (const child of Array.from(node.childNodes ?? [])) checkNode(child)
}

function isElement(node: XmlNode): node is XmlElement {
  return node.nodeType === elementNode
}

export function isNamed(element: XmlElement, namespace: Namespace, localName: string): boolean {
  return element.namespaceURI === namespaces[namespace] && element.localName === localName
}

/** Its direct children of that name. */
export function childrenOf(parent: XmlElement, namespace: Namespace, localName: string): XmlElement[] {
  return Array.from(parent.childNodes)
    .filter(isElement)
    .filter((element) => isNamed(element, namespace, localName))
}

/** All elements of that name below, at any depth. */
export function elementsBelow(root: XmlElement, namespace: Namespace, localName: string): XmlElement[] {
  return Array.from(root.getElementsByTagNameNS(namespaces[namespace], localName))
}

export function textOf(element: XmlElement | undefined): string {
  return element?.textContent?.trim() ?? ''
}

/** Text as it stands in an attribute or an element. */
export function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;')
}
