/** An invoice's PDF and what is attached to it. Reading it proves nothing; the texts are checked by `verify-invoice.ts`. */
import { open } from 'node:fs/promises'
import { type InvoiceDocument, invoiceDocumentSchema } from '@kept/domain/billing/invoice-document.ts'
import { type InvoiceSignature, invoiceSignatureSchema } from '@kept/domain/billing/invoice-signature.ts'
import { badInput } from '@kept/domain/errors.ts'
import { readBy } from '@kept/domain/one-sentence.ts'
import { type Statement, statementSchema } from '@kept/domain/statement.ts'
import { messageOf } from '@kept/foundation/thrown.ts'
import { attachmentNames, statementSuffix } from '../attachment-names.ts'
import { openPdf } from './pdf-file.ts'
import { readAttachments, readProducer } from './pdf-parts.ts'

export interface ReadInvoice {
  readonly bytes: Buffer
  readonly producer: string
  readonly text: string
  readonly document: InvoiceDocument
  readonly signatureText: string
  readonly signature: InvoiceSignature
  /** By id, with the signed text byte for byte. */
  readonly statements: ReadonlyMap<string, { text: string; statement: Statement }>
  readonly cii: string | undefined
  readonly logo: Buffer | undefined
  /** Attachments that Kept does not write. */
  readonly unknownNames: readonly string[]
}

const maxBytes = 1_000_000_000
const signature = '%PDF-'

/** Whether the file begins like a PDF; false where it cannot be read, so that the reader of statements says why. */
export async function isPdf(path: string): Promise<boolean> {
  const file = await open(path).catch(() => null)
  if (!file) return false
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(signature.length), position: 0 })
    return bytesRead === signature.length && buffer.toString('latin1') === signature
  } catch {
    return false
  } finally {
    await file.close()
  }
}

/** The signed statement attached to the PDF of a statement; undefined where the PDF is none. */
export async function readAttachedStatement(path: string): Promise<Statement | undefined> {
  const attachments = readAttachments(openPdf(await readLimited(path)))
  if (attachments.has(attachmentNames.document)) return undefined
  const [name, ...others] = [...attachments.keys()].filter((candidate) => candidate.endsWith(statementSuffix))
  const content = name === undefined ? undefined : attachments.get(name)
  if (name === undefined || content === undefined || others.length > 0) return undefined
  return readBy(statementSchema, parseJson(decode(content, name), name), 'The attached statement')
}

export async function readInvoice(path: string): Promise<ReadInvoice> {
  const bytes = await readLimited(path)
  const file = openPdf(bytes)
  const attachments = readAttachments(file)
  const required = (name: string): string => {
    const content = attachments.get(name)
    if (!content)
      throw badInput(
        `${path} has no attachment "${name}", so it is not an invoice of Kept, or a program removed its attachments. Use the file as you received it.`,
      )
    return decode(content, name)
  }
  const text = required(attachmentNames.document)
  const signatureText = required(attachmentNames.signature)
  const document = readBy(invoiceDocumentSchema, parseJson(text, attachmentNames.document), 'The attached invoice')
  const statements = new Map(
    document.statements.map(({ id, period }) => {
      const name = attachmentNames.statement(id)
      const content = required(name)
      const statement = readBy(statementSchema, parseJson(content, name), `The attached statement of ${period}`)
      return [id, { text: content, statement }] as const
    }),
  )
  const keptNames = new Set([
    ...[attachmentNames.document, attachmentNames.signature, attachmentNames.cii, attachmentNames.logo],
    ...document.statements.map(({ id }) => attachmentNames.statement(id)),
  ])
  const cii = attachments.get(attachmentNames.cii)
  return {
    ...{ bytes, text, document, signatureText, statements },
    producer: readProducer(file),
    signature: readBy(invoiceSignatureSchema, parseJson(signatureText, attachmentNames.signature), 'The signature'),
    cii: cii && decode(cii, attachmentNames.cii),
    logo: attachments.get(attachmentNames.logo),
    unknownNames: [...attachments.keys()].filter((name) => !keptNames.has(name)),
  }
}

async function readLimited(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    if (size > maxBytes) throw badInput(`${path} is ${Math.ceil(size / 1e6)} MB. The limit is ${maxBytes / 1e6} MB.`)
    return await file.readFile()
  } finally {
    await file.close()
  }
}

function decode(content: Buffer, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content)
  } catch {
    throw badInput(`The attachment "${name}" is not text.`)
  }
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw badInput(`The attachment "${name}" is not JSON: ${messageOf(cause)}.`)
  }
}
