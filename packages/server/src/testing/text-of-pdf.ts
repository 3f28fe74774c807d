/** For tests: the text of a PDF with embedded fonts, decoded with each of them; kerning does not split words. */
import { inflateSync } from 'node:zlib'

export function textOfPdf(pdf: Buffer): string {
  // A carriage return before the end may be the last byte of the stream; one that is not is ignored.
  const packed = pdf.toString('latin1').matchAll(/FlateDecode.*?stream\r?\n(.*?)\nendstream/gs)
  const streams = [...packed].map(([, bytes = '']) => inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1'))
  const glyphs = streams.filter((stream) => stream.includes('BT')).flatMap(glyphsOf)
  return streams
    .filter((stream) => stream.includes('beginbfrange'))
    .map(charactersOf)
    .map((characters) => glyphs.map((glyph) => characters[glyph] ?? '').join(''))
    .join('\n')
}

/** Numbers of glyphs, in the order they are drawn: `[<00010002> 0 <0003>] TJ`. */
function glyphsOf(content: string): number[] {
  return [...content.matchAll(/<([0-9a-f]+)>/gi)].flatMap(([, hex = '']) =>
    (hex.match(/.{4}/g) ?? []).map((code) => Number.parseInt(code, 16)),
  )
}

/** The character of each glyph, by the font's map: `<0000> <000a> [<0000> <0063> ...]`. */
function charactersOf(map: string): string[] {
  const ranges = map.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi)
  const characters: string[] = []
  for (const [, first = '0', list = ''] of ranges) {
    // A ligature stands for several characters: <0066 0066>.
    for (const [index, [, hex = '']] of [...list.matchAll(/<([0-9a-f ]+)>/gi)].entries())
      characters[Number.parseInt(first, 16) + index] = Buffer.from(hex.replaceAll(' ', ''), 'hex')
        .swap16()
        .toString('utf16le')
  }
  return characters
}
