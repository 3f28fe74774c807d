/** What `kept verify` looks at in a PDF: attached files, and the text that its pages show. */
import type { PdfFile } from './pdf-file.ts'
import {
  damagedPdf,
  type PdfDictionary,
  PdfName,
  PdfReference,
  PdfText,
  type PdfValue,
  readPdfSyntax,
} from './pdf-syntax.ts'

const maxAttachments = 200
const maxPages = 5000

/** Attached files by name, in their order. */
export function readAttachments(file: PdfFile): Map<string, Buffer> {
  const root = file.dictionary(file.trailer.get('Root'), 'its root')
  const names = file.resolve(root.get('Names'))
  const embedded = names instanceof Map ? file.resolve(names.get('EmbeddedFiles')) : undefined
  const list = embedded instanceof Map ? file.resolve(embedded.get('Names')) : undefined
  if (!Array.isArray(list)) return new Map()
  if (list.length > 2 * maxAttachments) throw damagedPdf(`it has more than ${maxAttachments} attachments`)
  const attachments = new Map<string, Buffer>()
  for (let index = 0; index + 1 < list.length; index += 2) {
    const specification = file.dictionary(list[index + 1], 'an attachment')
    const name = textOf(file.resolve(specification.get('UF')))
    const stream = file.dictionary(specification.get('EF'), 'an attachment').get('F')
    const content = stream instanceof PdfReference ? file.object(stream.number).stream : undefined
    if (!content) throw damagedPdf(`the attachment ${name} is empty`)
    if (attachments.has(name)) throw damagedPdf(`the attachment ${name} is there twice`)
    attachments.set(name, content)
  }
  return attachments
}

/** Producer of the file, "Kept invoice layout 1". */
export function readProducer(file: PdfFile): string {
  const info = file.resolve(file.trailer.get('Info'))
  return info instanceof Map ? textOf(file.resolve(info.get('Producer'))) : ''
}

/** The texts that each page shows, in the order in which they are drawn. */
export function readPageTexts(file: PdfFile): string[][] {
  return listPages(file).map((page) => {
    const contents = page.get('Contents')
    const stream = contents instanceof PdfReference ? file.object(contents.number).stream : undefined
    return stream ? textsOf(stream, readFonts(file, page)) : []
  })
}

function listPages(file: PdfFile): PdfDictionary[] {
  const root = file.dictionary(file.trailer.get('Root'), 'its root')
  const kids = file.resolve(file.dictionary(root.get('Pages'), 'its list of pages').get('Kids'))
  if (!Array.isArray(kids) || kids.length > maxPages) throw damagedPdf('its list of pages is broken')
  return kids.map((kid) => file.dictionary(kid, 'a page'))
}

type Characters = Map<number, string>

function readFonts(file: PdfFile, page: PdfDictionary): Map<string, Characters> {
  const resources = file.dictionary(page.get('Resources'), "a page's resources")
  const fonts = file.resolve(resources.get('Font'))
  if (!(fonts instanceof Map)) return new Map()
  return new Map([...fonts].map(([name, font]) => [name, readCharacters(file, file.dictionary(font, 'a font'))]))
}

/** Which text each glyph stands for, from the font's ToUnicode map. */
function readCharacters(file: PdfFile, font: PdfDictionary): Characters {
  const reference = font.get('ToUnicode')
  const map = reference instanceof PdfReference ? file.object(reference.number).stream?.toString('latin1') : undefined
  const characters: Characters = new Map()
  for (const [, start = '', , list = ''] of (map ?? '').matchAll(
    /<([0-9a-f]{4})>\s*<([0-9a-f]{4})>\s*\[([^\]]*)\]/gi,
  )) {
    for (const [index, [, hex = '']] of [...list.matchAll(/<([0-9a-f\s]*)>/gi)].entries())
      characters.set(Number.parseInt(start, 16) + index, utf16(Buffer.from(hex.replaceAll(/\s/g, ''), 'hex')))
  }
  return characters
}

function textsOf(content: Buffer, fonts: Map<string, Characters>): string[] {
  const reader = readPdfSyntax(content)
  const texts: string[] = []
  let operands: PdfValue[] = []
  let font: Characters = new Map()
  for (;;) {
    reader.skipSpace()
    if (reader.position >= content.length) return texts
    const value = reader.value()
    if (value !== undefined) {
      operands.push(value)
      continue
    }
    const operator = reader.keyword()
    const [first] = operands
    if (operator === 'Tf' && first instanceof PdfName) font = fonts.get(first.name) ?? new Map()
    if (operator === 'TJ' && Array.isArray(first)) texts.push(first.map((part) => glyphText(part, font)).join(''))
    if (operator === 'Tj' && first !== undefined) texts.push(glyphText(first, font))
    operands = []
  }
}

function glyphText(part: PdfValue, font: Characters): string {
  if (!(part instanceof PdfText)) return ''
  let text = ''
  for (let index = 0; index + 1 < part.bytes.length; index += 2)
    text += font.get(part.bytes.readUInt16BE(index)) ?? '\uFFFD'
  return text
}

function textOf(value: PdfValue | undefined): string {
  if (!(value instanceof PdfText)) return ''
  const { bytes } = value
  return bytes[0] === 0xfe && bytes[1] === 0xff ? utf16(bytes.subarray(2)) : bytes.toString('latin1')
}

function utf16(bytes: Buffer): string {
  return new TextDecoder('utf-16be').decode(bytes)
}
