/** Parses XML listings. The parser expands no entities of the document, so a listing cannot grow while it is read. */
import { SaxesParser } from 'saxes'

/** The texts of `element`'s children, one record per `element`; texts elsewhere are under `""`. */
export function readXml(
  xml: string,
  element: string,
): { items: Record<string, string>[]; root: Record<string, string> } {
  const items: Record<string, string>[] = []
  const root: Record<string, string> = {}
  let item: Record<string, string> | undefined
  let text = ''
  const parser = new SaxesParser()
  parser.on('opentag', ({ name }) => {
    text = ''
    if (name === element) item = {}
  })
  parser.on('text', (part) => {
    text += part
  })
  parser.on('closetag', ({ name }) => {
    if (name === element) {
      if (item) items.push(item)
      item = undefined
    } else {
      const target = item ?? root
      target[name] ??= text
    }
    text = ''
  })
  parser.write(xml).close()
  return { items, root }
}
