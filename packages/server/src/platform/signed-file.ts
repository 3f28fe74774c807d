/**
 * Files that carry a signature over every other byte of themselves: a PDF has it in its document information, a CSV
 * file in its last line. `kept verify` checks it offline. What is signed is a text with the SHA-256 of the file, so
 * that no size is too large, and no other text that this key signs can be taken for it.
 */
import { createHash, hash } from 'node:crypto'
import type { Signer } from '@kept/engine/savings/statement/sign-statement.ts'
import { csvDataLine } from '@kept/foundation/csv/write.ts'

export interface FileSignature {
  /** SubjectPublicKeyInfo, base64. */
  publicKey: string
  /** Ed25519, base64. */
  signature: string
}

/** Bytes of an Ed25519 signature and of its public key with the name of the algorithm, as characters of base64. */
const SIGNATURE_LENGTH = 88
const KEY_LENGTH = 60
const pdfFieldStart = 'kept-signature Ed25519 '
/** The beginning of an object of its own: within a title or a text, the parenthesis is written with a backslash. */
const pdfMarker = `obj\n(${pdfFieldStart}`
/** The first cell of the line with the signature. */
const csvMarker = 'kept-signature'

export function signedFileText(format: 'pdf' | 'csv', sha256: string): string {
  return `kept.signed-file.v1 ${format} sha256 ${sha256}`
}

/** What a PDF has among its document information until it is signed: zeros where the signature will be. */
export function unsignedPdfField(publicKey: string): string {
  return `${pdfFieldStart}${publicKey} ${'0'.repeat(SIGNATURE_LENGTH)}`
}

/** Writes the signature over the zeros of `unsignedPdfField`. Throws when the file does not have them once. */
export function signPdf(pdf: Buffer, signer: Signer): Buffer {
  const field = findPdfField(pdf)
  if (field === undefined || field === 'invalid') throw new Error('the PDF has no single place for its signature')
  const signature = signer.sign(signedFileText('pdf', field.sha256))
  const signed = Buffer.from(pdf)
  signed.write(signature, field.position, 'latin1')
  return signed
}

/** The signature of a PDF with the SHA-256 that it must sign; undefined without one, 'invalid' with a broken one. */
export function findPdfField(
  pdf: Buffer,
): (FileSignature & { sha256: string; position: number }) | 'invalid' | undefined {
  const start = pdf.indexOf(pdfMarker, 0, 'latin1')
  if (start < 0) return undefined
  const position = start + pdfMarker.length + KEY_LENGTH + 1
  const text = pdf.toString('latin1', start + pdfMarker.length, position + SIGNATURE_LENGTH + 1)
  const [publicKey = '', signature = '', ...more] = text.slice(0, -1).split(' ')
  const isComplete = text.endsWith(')') && more.length === 0 && publicKey.length === KEY_LENGTH
  if (!isComplete || pdf.lastIndexOf(pdfMarker, pdf.length, 'latin1') !== start || !isCanonical(signature))
    return 'invalid'
  const unsigned = Buffer.from(pdf)
  unsigned.fill('0', position, position + SIGNATURE_LENGTH, 'latin1')
  return { publicKey, signature, position, sha256: hash('sha256', unsigned) }
}

/** What the last line of a CSV file says about the lines before it: whose they are, and how they were chosen. */
export type SignedFields = Readonly<Record<string, string>>

/**
 * The lines, and after them one with `fields` and the signature over all lines, itself included, with as many cells as
 * the others.
 */
export async function* signCsv(
  lines: AsyncIterable<string>,
  { signer, cells, fields }: { signer: Signer; cells: number; fields: SignedFields },
): AsyncGenerator<string> {
  const { publicKey } = signer
  const about = new URLSearchParams(fields).toString()
  const content = createHash('sha256')
  for await (const line of lines) {
    content.update(line)
    yield line
  }
  content.update(unsignedLine({ publicKey, about }, cells))
  const signature = signer.sign(signedFileText('csv', content.digest('hex')))
  yield signatureLine({ publicKey, signature, about }, cells)
}

/** A last line as it was read; `unsigned` is what the signature covers of it, after the lines before it. */
interface SignatureLine extends FileSignature {
  fields: SignedFields
  unsigned: string
}

/** Undefined where the line, with its line break, is not exactly one that `signCsv` writes. */
export function readSignatureLine(line: string, cells: number): SignatureLine | undefined {
  const [, , publicKey = '', signature = '', about = ''] = line.trimEnd().split(',')
  const read = { publicKey, signature, about }
  const isExact = isCanonical(signature) && isCanonical(publicKey, KEY_LENGTH) && signatureLine(read, cells) === line
  if (!isExact) return undefined
  return {
    ...{ publicKey, signature, unsigned: unsignedLine(read, cells) },
    fields: Object.fromEntries(new URLSearchParams(about)),
  }
}

/** `about` is written as in an address, so that it is one cell in ASCII. */
interface SignatureCells extends FileSignature {
  about: string
}

function signatureLine({ publicKey, signature, about }: SignatureCells, cells: number): string {
  const filled = [csvMarker, 'Ed25519', publicKey, signature, about]
  return csvDataLine([...filled, ...Array.from({ length: cells - filled.length }, () => '')])
}

function unsignedLine(line: Omit<SignatureCells, 'signature'>, cells: number): string {
  return signatureLine({ ...line, signature: '' }, cells)
}

/** Base64 has several spellings of the same bytes; only one is accepted, because these characters are not signed. */
function isCanonical(text: string, length = SIGNATURE_LENGTH): boolean {
  return text.length === length && Buffer.from(text, 'base64').toString('base64') === text
}
