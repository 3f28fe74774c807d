/** Compares a PDF with the one that its own attachments make: page texts first, then everything else in the file. */
import { hash } from 'node:crypto'
import { openPdf, type PdfFile } from '../../../billing/documents/reading/pdf-file.ts'
import { readPageTexts } from '../../../billing/documents/reading/pdf-parts.ts'
import {
  type PdfDictionary,
  PdfName,
  PdfReference,
  PdfText,
  type PdfValue,
} from '../../../billing/documents/reading/pdf-syntax.ts'

/** The first difference as a sentence; null where the two say the same. Bytes may differ in how they are compressed. */
export function findPdfDifference(actual: Buffer, expected: Buffer): string | null {
  if (actual.equals(expected)) return null
  const [file, expectedFile] = [openPdf(actual), openPdf(expected)]
  return (
    findTextDifference(readPageTexts(file), readPageTexts(expectedFile)) ??
    (flatten(file) === flatten(expectedFile)
      ? null
      : 'The pages show the right text, but the file differs from the one that Kept writes for this invoice.')
  )
}

function findTextDifference(pages: string[][], expectedPages: string[][]): string | null {
  if (pages.length !== expectedPages.length)
    return `The PDF has ${pages.length} pages, but the attached invoice gives ${expectedPages.length}.`
  for (const [index, expected] of expectedPages.entries()) {
    const texts = pages[index] ?? []
    const position = expected.findIndex((text, at) => text !== texts[at])
    if (position >= 0)
      return `Page ${index + 1} shows "${texts[position] ?? ''}", but the attached invoice says "${expected[position]}".`
    if (texts.length > expected.length)
      return `Page ${index + 1} shows "${texts[expected.length]}", which the attached invoice does not say.`
  }
  return null
}

/** Every object reachable from the trailer, in the order of its first mention, as text. Streams are decompressed. */
function flatten(file: PdfFile): string {
  const order = new Map<number, number>()
  const waiting: number[] = []
  const parts: string[] = []
  const write = (value: PdfValue | undefined): string => {
    if (value instanceof PdfReference) {
      const index = order.get(value.number) ?? order.size
      if (!order.has(value.number)) waiting.push(value.number)
      order.set(value.number, index)
      return `@${index}`
    }
    if (value instanceof PdfName) return `/${value.name}`
    if (value instanceof PdfText) return `(${value.bytes.toString('hex')})`
    if (Array.isArray(value)) return `[${value.map(write).join(' ')}]`
    if (value instanceof Map) return writeDictionary(value)
    return String(value)
  }
  const writeDictionary = (dictionary: PdfDictionary) =>
    `<${[...dictionary]
      // How long a stream is depends on its compression.
      .filter(([key]) => key !== 'Length')
      .map(([key, value]) => `${key}=${write(value)}`)
      .join(' ')}>`
  parts.push(write(file.trailer.get('Root')), write(file.trailer.get('Info')))
  for (let number = waiting.shift(); number !== undefined; number = waiting.shift()) {
    const { value, stream } = file.object(number)
    parts.push(write(value), stream ? hash('sha256', stream) : '')
  }
  return parts.join('\n')
}
