/** `kept verify` with invoices: each altered digit of PDF, statement or bill is noticed, and the amount is named. */
import { createPublicKey } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync, inflateSync } from 'node:zlib'
import { type InvoiceDocument, invoiceDocumentSchema } from '@kept/domain/billing/invoice-document.ts'
import { statementSchema } from '@kept/domain/statement.ts'
import { makeSigner } from '@kept/engine/testing/signing.ts'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type ReadInvoice, readInvoice } from '../../../billing/documents/reading/read-invoice.ts'
import { png } from '../../../billing/testing/pictures.ts'
import { captureTerminal } from '../../testing/capture-terminal.ts'
import { verifyCommand } from '../command.ts'
import { invoiceOfMonth, signedInvoicePdf } from '../testing/signed-invoice.ts'
import { bill, csvOf, from, signer } from '../testing/signed-month.ts'
import { findPaperError } from './verify-invoice.ts'

let folder: string
let original: Buffer
const document = invoiceOfMonth()
const { terminal, captured, forget } = captureTerminal(120)
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kept-verify-invoice-'))
  original = await signedInvoicePdf(document)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeEach(() => forget())
afterEach(() => {
  process.exitCode = undefined
})

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

async function verify(pdf: Buffer, lines = bill, ...more: string[]): Promise<number | string> {
  const paths = [file('invoice.pdf', pdf), '--bill', file('bill.csv', csvOf(lines)), ...more]
  await verifyCommand(terminal).exitOverride().parseAsync(paths, { from: 'user' })
  return process.exitCode ?? 0
}

/** What the papers alone say; "" when nothing is wrong before the bill is read. */
async function paperError(pdf: Buffer): Promise<string> {
  return errorOf(() => readInvoice(file('paper.pdf', pdf)))
}

async function errorOf(read: () => Promise<ReadInvoice>): Promise<string> {
  return Promise.try(read)
    .then((invoice) => findPaperError(invoice, undefined))
    .then(
      (sentence) => sentence ?? '',
      (error: Error) => error.message,
    )
}

it('is right to the cent with its own bill', async () => {
  const pem = createPublicKey({ key: Buffer.from(signer.publicKey, 'base64'), format: 'der', type: 'spki' })
  const key = file('kept.pem', pem.export({ type: 'spki', format: 'pem' }).toString())
  expect(await verify(original, bill, '--key', key)).toBe(0)
  expect(captured.out).toMatch(
    /^Verified\. Invoice KPT-2026-0001 is right to the cent: [\d.]+ USD, recalculated from its signed statement and 1490 rows of your bill\.\n$/,
  )
  forget()
  expect(await verify(original, bill, '--json')).toBe(0)
  expect(JSON.parse(captured.out)).toMatchObject({ number: 'KPT-2026-0001', agrees: true, rows: 1490, unbilled: 0 })
})

it('checks without a bill what the file says, and says what it did not check', async () => {
  await verifyCommand(terminal)
    .exitOverride()
    .parseAsync([file('invoice.pdf', original)], { from: 'user' })
  expect(captured.out).toMatch(/^Consistent\. Invoice KPT-2026-0001: [\d.]+ USD follows from its signed statement\. /)
  expect(captured.out).toContain('Not checked: the savings themselves. Add --bill')
  expect(process.exitCode).toBeUndefined()
  forget()
  const { totals } = document
  const dearer = await forged({ totals: { ...totals, due: '1.00' } })
  await verifyCommand(terminal)
    .exitOverride()
    .parseAsync([file('dearer.pdf', dearer), '--json'], { from: 'user' })
  expect(JSON.parse(captured.out)).toMatchObject({ agrees: false, sentence: expect.stringContaining('1.00 USD') })
  expect(process.exitCode).toBe(1)
})

it('refuses a damaged logo instead of ending the process', async () => {
  const logo = png()
  const attached = (await signedInvoicePdf(document, { logo })).toString('latin1')
  expect(await paperError(Buffer.from(attached, 'latin1'))).toBe('')
  await expect(signedInvoicePdf(document, { logo: logo.subarray(0, 60) })).rejects.toThrow('The logo is damaged')
})

it('names the statement and entry that another bill does not give', async () => {
  const changed = bill.map((line) =>
    line.resource === 'resized' && line.hour === from + 7 ? { ...line, effective: '0.05' } : line,
  )
  expect(await verify(original, changed)).toBe(1)
  expect(captured.out).toContain('Does not match. Statement 2026-09: Entry 2 (accrual of usage')
})

it('names the line and the amount that do not follow from the statement', async () => {
  const line = document.lines[0]!
  const action = line.actions[0]!
  const more = { ...line, fee: '99.99', actions: [{ ...action, fee: '99.99' }] }
  expect(await paperError(await forged({ lines: [more, ...document.lines.slice(1)] }))).toBe(
    `Line 1 ("${line.description}") charges 99.99 USD for action "${action.action_id}", but the statement of 2026-09 gives ${action.fee} USD.`,
  )
  expect(await paperError(await forged({ lines: [{ ...line, fee: '99.99' }, ...document.lines.slice(1)] }))).toBe(
    `Line 1 ("${line.description}") charges 99.99 USD, but its actions add up to ${line.fee} USD.`,
  )
  const repeated = [...document.lines, { ...line, position: document.lines.length + 1 }]
  expect(await paperError(await forged({ lines: repeated }))).toContain('a second time.')
})

it('names a tax, total or credit that does not follow from the lines', async () => {
  const { totals, tax } = document
  const messages = {
    'The amount due is 1.00 USD': { totals: { ...totals, due: '1.00' } },
    'The net amount is 1.00 USD': { totals: { ...totals, net: '1.00' } },
    'The credit used is 10000.00 USD': { totals: { ...totals, credit_applied: '10000.00', due: minus(totals.gross) } },
    'Tax S 19% is 1.00 USD': { tax: tax.map((part) => ({ ...part, tax: '1.00' })) },
    'Tax S 19% is of 1.00 USD': { tax: tax.map((part) => ({ ...part, base: '1.00' })) },
  } satisfies Record<string, Partial<InvoiceDocument>>
  for (const [message, change] of Object.entries(messages))
    expect(await paperError(await forged(change))).toContain(message)
})

it('accepts a credit note that gives back what was charged, in part or in full', async () => {
  const { lines } = document
  const corrects = { invoice_id: document.id, number: 'KPT-2026-0001', line_ids: [lines[0]!.id], reason: 'Disputed.' }
  const credit = { kind: 'credit_note' as const, number: 'KPT-CN-2026-0001', due_on: null, corrects }
  expect(await verify(await signedInvoicePdf(invoiceOfMonth(credit)))).toBe(0)
  expect(captured.out).toContain('Verified. Credit note KPT-CN-2026-0001 is right to the cent')
})

it('notices documents signed by another key, or not as they are', async () => {
  expect(await paperError(await signedInvoicePdf(document, { signer: makeSigner() }))).toContain('different keys')
  expect(await paperError(await signedInvoicePdf(document, { signed: '{}' }))).toContain('The signature does not match')
  const buyer = { ...document.buyer, name: 'Other SAS' }
  expect(await paperError(await signedInvoicePdf({ ...document, buyer }, { text: textOf(document) }))).toBe(
    `The attached factur-x.xml has <ram:Name>Other SAS where the invoice gives <ram:Name>Größe &amp; Maß AG.`,
  )
})

it('draws the logo again', async () => {
  const pdf = await signedInvoicePdf(document, { logo: png() })
  expect(await verify(pdf)).toBe(0)
})

it('names an altered digit of the page', async () => {
  const content = contentOf(original)
  const fee = document.lines[0]!.fee
  const texts = [...content.text.matchAll(/<([0-9a-f]+)>/g)]
  expect(texts.length).toBeGreaterThan(20)
  const [written = '', hex = ''] = texts.find(([, glyphs = '']) => glyphs.length === 4 * (fee.length + 1)) ?? []
  // Glyphs of digits follow one another, so one more is another digit or sign.
  const last = Number.parseInt(hex.slice(-4), 16)
  const altered = content.text.replace(written, `<${hex.slice(0, -4)}${(last - 1).toString(16).padStart(4, '0')}>`)
  const sentence = await paperError(content.replace(altered))
  expect(sentence).toMatch(/^Page 1 shows ".+", but the attached invoice says ".+"\.$/)
})

it('notices anything else drawn on a page', async () => {
  const content = contentOf(original)
  expect(await paperError(content.replace(`${content.text}\n0 0 100 100 re f`))).toContain(
    'The pages show the right text',
  )
})

it('notices every altered digit of what is attached', async () => {
  const invoice = await readInvoice(file('read.pdf', original))
  const statement = invoice.statements.get('statement-1')!
  expect(await errorOf(async () => invoice)).toBe('')
  const sources = [
    {
      text: invoice.text,
      alter: (text: string) => ({ text, document: invoiceDocumentSchema.parse(JSON.parse(text)) }),
    },
    {
      text: statement.text,
      alter: (text: string) => ({
        statements: new Map([['statement-1', { text, statement: statementSchema.parse(JSON.parse(text)) }]]),
      }),
    },
    { text: invoice.cii!, alter: (cii: string) => ({ cii }) },
  ]
  await fc.assert(
    fc.asyncProperty(
      fc.nat(),
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom(...sources),
      async (at, more, source) => {
        const digits = [...source.text.matchAll(/\d/g)]
        const { index } = digits[at % digits.length]!
        const digit = (Number(source.text[index]) + more) % 10
        const altered = `${source.text.slice(0, index)}${digit}${source.text.slice(index + 1)}`
        const result = await errorOf(async () => ({ ...invoice, ...source.alter(altered) }))
        expect(result).not.toBe('')
      },
    ),
    { numRuns: 300 },
  )
})

it('answers hostile files with one sentence', async () => {
  const bytes = original.toString('latin1')
  const changed = (text: string) => Buffer.from(text, 'latin1')
  const cases: [Buffer, RegExp][] = [
    [changed('%PDF-1.7\n'), /cut off at its end/],
    [original.subarray(0, original.length - 40), /cut off|table/],
    [changed(bytes.replace('trailer\n<<', 'trailer\n<<\n/Prev 9')), /changed after it was written/],
    [changed(bytes.replace('trailer\n<<', 'trailer\n<<\n/Encrypt 9 0 R')), /encrypted/],
    [changed(bytes.replace(/startxref\n\d+/, 'startxref\n5')), /table/],
    [changed(bytes.replace(/\/EmbeddedFiles/, '/EmbeddedFilez')), /has no attachment "kept-invoice.json"/],
    [changed(`${'['.repeat(10)}${bytes}`), /./],
  ]
  for (const [pdf, message] of cases) {
    const path = file('hostile.pdf', pdf)
    await expect(readInvoice(path)).rejects.toMatchObject({
      code: 'bad_input',
      message: expect.stringMatching(message),
    })
  }
})

it('survives any damage to the bytes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { minLength: 1, maxLength: 8 }),
      async (edits) => {
        const damaged = Buffer.from(original)
        for (const [position, byte] of edits) damaged[position % damaged.length] = byte
        const error = await readInvoice(file('damaged.pdf', damaged)).then(
          () => null,
          (cause: { code?: string }) => cause,
        )
        if (error) expect(error.code).toBe('bad_input')
      },
    ),
    { numRuns: 300 },
  )
})

const textOf = (value: InvoiceDocument) => `${JSON.stringify(value, null, 2)}\n`
const minus = (gross: string) => (Number(gross) - 10_000).toFixed(2)

/** A signed PDF of a changed document: what a seller could send who charges too much. */
function forged(change: Partial<InvoiceDocument>): Promise<Buffer> {
  return signedInvoicePdf({ ...document, ...change })
}

/** The drawing of the first page, and the file with another one in its start. */
function contentOf(pdf: Buffer): { text: string; replace: (text: string) => Buffer } {
  const latin = pdf.toString('latin1')
  const match = /<<\n\/Length (\d+)\n\/Filter \/FlateDecode\n>>\nstream\n/.exec(latin)!
  const start = match.index + match[0].length
  const length = Number(match[1])
  return {
    text: inflateSync(pdf.subarray(start, start + length)).toString('latin1'),
    replace(text) {
      const packed = deflateSync(Buffer.from(text, 'latin1'), { level: 9 })
      const before = latin.slice(0, match.index)
      const after = latin.slice(start + length)
      const body = `${match[0].replace(match[1]!, String(packed.length))}${packed.toString('latin1')}`
      const shift = body.length - (start + length - match.index)
      return Buffer.from(shiftTable(`${before}${body}${after}`, match.index, shift), 'latin1')
    },
  }
}

/** Moves the offsets behind a start that has grown. */
function shiftTable(text: string, start: number, shift: number): string {
  const table = text.lastIndexOf('\nxref\n')
  const moved = text
    .slice(table)
    .replaceAll(/^(\d{10}) (\d{5}) n/gm, (_, offset: string, generation: string) => {
      const number = Number(offset) > start ? Number(offset) + shift : Number(offset)
      return `${String(number).padStart(10, '0')} ${generation} n`
    })
    .replace(/startxref\n(\d+)/, (_, offset: string) => `startxref\n${Number(offset) + shift}`)
  return `${text.slice(0, table)}${moved}`
}
