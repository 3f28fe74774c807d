/** The text of a PDF as Chromium writes it: what a reader can search and copy. Enough for journeys, not for every PDF. */
import { inflateSync } from 'node:zlib'

/** Words without the spaces between them: a PDF places letters, and a line's end is no letter. */
export function textOfPdf(pdf: Buffer): string {
  const objects = objectsOf(pdf.toString('latin1'))
  const letters = new Map<string, Map<string, string>>()
  for (const [id, { head }] of objects) {
    const map = /\/ToUnicode (\d+) 0 R/.exec(head)?.[1]
    // Its fonts are named after the objects they are.
    if (map) letters.set(`F${id}`, lettersOf(objects.get(map)?.stream ?? ''))
  }
  return [...objects.values()]
    .filter(({ stream }) => / Tf\b/.test(stream) && /\bBT\b/.test(stream))
    .map(({ stream }) => drawn(stream, letters))
    .join('')
    .replace(/\s+/g, '')
}

function objectsOf(source: string): Map<string, { head: string; stream: string }> {
  const objects = new Map<string, { head: string; stream: string }>()
  for (const [, id = '', body = ''] of source.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const begin = body.indexOf('stream\n')
    const head = begin < 0 ? body : body.slice(0, begin)
    const bytes = begin < 0 ? null : Buffer.from(body.slice(begin + 7, body.lastIndexOf('\nendstream')), 'latin1')
    const isText = bytes !== null && head.includes('/FlateDecode') && !/\/Subtype|\/Length1/.test(head)
    objects.set(id, { head, stream: isText ? inflateSync(bytes).toString('latin1') : '' })
  }
  return objects
}

/** Which letters a glyph stands for, by its number: two digits in a font of outlines, four in another. */
function lettersOf(map: string): Map<string, string> {
  const found = new Map<string, string>()
  const text = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le')
  for (const [, block = ''] of map.matchAll(/beginbfchar\n([\s\S]*?)endbfchar/g)) {
    for (const [, glyph = '', to = ''] of block.matchAll(/<(\w+)> <(\w+)>/g)) found.set(glyph.toUpperCase(), text(to))
  }
  for (const [, block = ''] of map.matchAll(/beginbfrange\n([\s\S]*?)endbfrange/g)) {
    for (const [, from = '', to = '', first = ''] of block.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g)) {
      for (let glyph = Number.parseInt(from, 16); glyph <= Number.parseInt(to, 16); glyph += 1) {
        const letter = Number.parseInt(first, 16) + glyph - Number.parseInt(from, 16)
        found.set(glyph.toString(16).toUpperCase().padStart(from.length, '0'), String.fromCodePoint(letter))
      }
    }
  }
  return found
}

function drawn(stream: string, letters: Map<string, Map<string, string>>): string {
  let font: Map<string, string> | undefined
  let text = ''
  for (const [, name, hex] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|<([0-9A-Fa-f]+)>/g)) {
    if (name) font = letters.get(name)
    else text += written(hex ?? '', font)
  }
  return text
}

function written(hex: string, letters: Map<string, string> | undefined): string {
  const digits = letters?.keys().next().value?.length ?? 4
  const glyphs = hex.toUpperCase().match(new RegExp(`.{${digits}}`, 'g')) ?? []
  return glyphs.map((glyph) => letters?.get(glyph) ?? '').join('')
}
