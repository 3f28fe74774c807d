/** The text of a PDF as Chromium writes it: what a reader can search and copy. Enough for journeys, not for every PDF. */
import { inflateSync } from 'node:zlib'

/** Words without the spaces between them: a PDF places letters, and a line's end is no letter. */
export function textOfPdf(pdf: Buffer): string {
  const objects = objectsOf(pdf.toString('latin1'))
  const charactersByFont = new Map<string, Map<string, string>>()
  for (const [id, { head }] of objects) {
    const map = /\/ToUnicode (\d+) 0 R/.exec(head)?.[1]
    // Its fonts are named after the objects they are.
    if (map) charactersByFont.set(`F${id}`, emailPreferencesOf(objects.get(map)?.stream ?? ''))
  }
  return [...objects.values()]
    .filter(({ stream }) => / Tf\b/.test(stream) && /\bBT\b/.test(stream))
    .map(({ stream }) => textOfStream(stream, charactersByFont))
    .join('')
    .replace(/\s+/g, '')
}

function objectsOf(source: string): Map<string, { head: string; stream: string }> {
  const objects = new Map<string, { head: string; stream: string }>()
  for (const [, id = '', body = ''] of source.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const start = body.indexOf('stream\n')
    const head = start < 0 ? body : body.slice(0, start)
    const bytes = start < 0 ? null : Buffer.from(body.slice(start + 7, body.lastIndexOf('\nendstream')), 'latin1')
    const isText = bytes !== null && head.includes('/FlateDecode') && !/\/Subtype|\/Length1/.test(head)
    objects.set(id, { head, stream: isText ? inflateSync(bytes).toString('latin1') : '' })
  }
  return objects
}

/** Which letters a glyph stands for, by its number: two digits in a font of outlines, four in another. */
function emailPreferencesOf(map: string): Map<string, string> {
  const characters = new Map<string, string>()
  const text = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le')
  for (const [, block = ''] of map.matchAll(/beginbfchar\n([\s\S]*?)endbfchar/g)) {
    for (const [, glyph = '', to = ''] of block.matchAll(/<(\w+)> <(\w+)>/g))
      characters.set(glyph.toUpperCase(), text(to))
  }
  for (const [, block = ''] of map.matchAll(/beginbfrange\n([\s\S]*?)endbfrange/g)) {
    for (const [, from = '', to = '', first = ''] of block.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g)) {
      for (let glyph = Number.parseInt(from, 16); glyph <= Number.parseInt(to, 16); glyph += 1) {
        const codePoint = Number.parseInt(first, 16) + glyph - Number.parseInt(from, 16)
        characters.set(glyph.toString(16).toUpperCase().padStart(from.length, '0'), String.fromCodePoint(codePoint))
      }
    }
  }
  return characters
}

function textOfStream(stream: string, charactersByFont: Map<string, Map<string, string>>): string {
  let font: Map<string, string> | undefined
  let text = ''
  for (const [, name, hex] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|<([0-9A-Fa-f]+)>/g)) {
    if (name) font = charactersByFont.get(name)
    else text += decodeText(hex ?? '', font)
  }
  return text
}

function decodeText(hex: string, characters: Map<string, string> | undefined): string {
  const digits = characters?.keys().next().value?.length ?? 4
  const glyphs = hex.toUpperCase().match(new RegExp(`.{${digits}}`, 'g')) ?? []
  return glyphs.map((glyph) => characters?.get(glyph) ?? '').join('')
}
