/** `kept verify` with signed PDF and CSV files: as they were written, and with every kind of edit. */
import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AuditEvent } from '@kept/domain/audit.ts'
import { KeptError } from '@kept/domain/errors.ts'
import { appendEntries, emptyChain } from '@kept/foundation/hash/chain.ts'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { pdfTable } from '../../platform/pdf-table.ts'
import { signCsv } from '../../platform/signed-file.ts'
import { auditPdf } from '../../security/audit-pdf.ts'
import { compliancePdf } from '../../security/compliance/compliance-pdf.ts'
import { auditColumns } from '../../security/export-columns.ts'
import { captureTerminal } from '../testing/capture-terminal.ts'
import { verifyCommand } from './command.ts'
import { sha256 } from './statement-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'kept-signed-'))
afterAll(() => {
  process.exitCode = undefined
  rmSync(folder, { recursive: true })
})

function createSigner() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const text = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  return {
    publicKey: text,
    pem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    sign: (content: string) => sign(null, Buffer.from(content), privateKey).toString('base64'),
  }
}
const signer = createSigner()
const otherSigner = createSigner()
const keyFile = join(folder, 'kept.pem')
const otherKeyFile = join(folder, 'other.pem')
writeFileSync(keyFile, signer.pem)
writeFileSync(otherKeyFile, otherSigner.pem)

const compliance = {
  ...{ framework: 'soc2', title: 'SOC 2', assessed_at: '2026-03-01T12:00:00.000Z', months: ['2026-03'] },
  counts: { met: 0, partly: 0, failing: 1, not_applicable: 0, unknown: 0 },
  requirements: [
    {
      ...{ id: 'CC6.1', group: 'CC6', title: 'Access', status: 'failing', detail: 'A check fails.' },
      ...{ owner_name: 'Ada', next_review: '2026-06-01', months: ['failing'], checks: [], evidence: [] },
    },
  ],
} as never
const complianceReport = (author = signer) =>
  compliancePdf({
    organization: { id: organization_id, name: 'Corp' },
    compliance,
    signer: author,
    newId: () => crypto.randomUUID(),
  })

const organization_id = '6f6d7e32-3a6c-4a0e-9a53-0a4c4f8f1a01'
const events: AuditEvent[] = appendEntries(
  emptyChain,
  Array.from({ length: 3 }, (_, index) => ({
    ...{ organization_id, id: `00000000-0000-4000-8000-00000000000${index}`, created_at: '2026-03-01T12:00:00.000Z' },
    ...{ action: 'budget.created', outcome: 'allowed' as const, actor_kind: 'person' as const, actor_id: 'ada' },
    ...{
      actor_name: 'Ada',
      resource_type: 'budget',
      resource_id: null,
      resource_name: null,
      summary: `Event ${index}`,
    },
    ...{ ip: null, user_agent: null, request_id: null, before: null, after: null, details: {} },
  })),
  sha256,
).toReversed()
const selectionOf = (selected: AuditEvent[]) => ({
  ...{ kind: 'selection' as const, version: 1 as const, organization_id, organization: 'Corp' },
  ...{ exported_at: '2026-03-02T00:00:00.000Z', filter: { outcome: 'allowed' }, is_capped: false, events: selected },
})

async function auditCsv(author = signer): Promise<Buffer> {
  async function* lines() {
    yield `${auditColumns.map(({ label }) => label).join(',')}\r\n`
    yield `3,2026-03-01T12:00:00.000Z,Zoë${','.repeat(auditColumns.length - 3)}\r\n`
  }
  const written: string[] = []
  const fields = {
    organization_id,
    organization: 'Zoë, "Corp"',
    exported_at: '2026-03-02T00:00:00.000Z',
    search: 'a,b',
  }
  for await (const line of signCsv(lines(), { signer: author, cells: auditColumns.length, fields })) written.push(line)
  return Buffer.from(written.join(''))
}

/** What the command prints, or the sentence that it fails with. */
async function verify(content: Buffer, ...options: string[]): Promise<string> {
  const path = join(folder, 'file')
  writeFileSync(path, content)
  const { terminal, captured } = captureTerminal(120)
  process.exitCode = undefined
  try {
    await verifyCommand(terminal)
      .exitOverride()
      .parseAsync([path, ...options], { from: 'user' })
  } catch (error) {
    if (!(error instanceof KeptError)) throw error
    expect(error.message).toMatch(/^[^\n]+[.]$/)
    return error.message
  }
  expect(captured.out.startsWith('Does not match.')).toBe(process.exitCode === 1)
  return captured.out
}

const files = {
  'compliance report': { make: complianceReport, title: `Verified. SOC 2: Corp (${organization_id}): 1 requirements` },
  'audit log as PDF': {
    make: (author = signer) => auditPdf(selectionOf(events), author),
    title: `Verified. Audit log of Corp (${organization_id}), exported 2026-03-02T00:00:00.000Z, only outcome=allowed: 3`,
  },
  'audit log as CSV': {
    make: auditCsv,
    title: `Verified. Audit log of Zoë, "Corp" (${organization_id}), exported 2026-03-02T00:00:00.000Z, only search=a,b.`,
  },
}

describe.each(Object.entries(files))('%s', (_, { make, title }) => {
  it('verifies as it was written, and with no other key', async () => {
    const file = await make()
    expect(await verify(file)).toContain(title)
    expect(await verify(file)).toContain('Use --key')
    expect(await verify(file, '--key', keyFile)).not.toContain('Use --key')
    expect(await verify(file, '--key', otherKeyFile)).toContain('another key than the one you trust')
    expect(await verify(await make(otherSigner), '--key', keyFile)).toContain('another key than the one you trust')
  })

  it('does not verify with any byte changed, added or removed', async () => {
    const file = await make()
    // Every byte near the signature, where only exact spelling is left to check, and random ones elsewhere.
    const marker = file.indexOf('kept-signature', 0, 'latin1')
    const near = fc.integer({ min: marker, max: Math.min(file.length - 1, marker + 180) })
    const position = fc.oneof(near, fc.nat({ max: file.length - 1 }))
    const edits = fc.oneof(
      fc.tuple(position, fc.integer({ min: 1, max: 255 })).map(([at, change]) => {
        const edited = Buffer.from(file)
        edited[at] = (edited[at] ?? 0) ^ change
        return edited
      }),
      position.map((at) => Buffer.concat([file.subarray(0, at), file.subarray(at + 1)])),
      fc
        .tuple(position, fc.constantFrom(' ', '0', ',', '\n', 'A'))
        .map(([at, text]) => Buffer.concat([file.subarray(0, at), Buffer.from(text), file.subarray(at)])),
      fc.constantFrom(' ', ',', '\n', '%%EOF', '\r\n').map((text) => Buffer.concat([file, Buffer.from(text)])),
      position.map((at) => file.subarray(0, at)),
    )
    await fc.assert(
      fc.asyncProperty(edits, async (edited) => {
        expect(await verify(edited)).not.toContain('Verified')
      }),
      { numRuns: 400 },
    )
  })
})

it('takes no name for a signature, and no text of an event for a PDF', async () => {
  const name = 'Corp (kept-signature Ed25519 '
  expect(await verify(await auditPdf({ ...selectionOf(events), organization: name }, signer))).toContain('Verified.')
  async function* lines() {
    yield `${auditColumns.map(({ label }) => label).join(',')}\r\n`
    yield `3,2026-03-01T12:00:00.000Z,%PDF-1.7${','.repeat(auditColumns.length - 3)}\r\n`
  }
  const written: string[] = []
  const signature = { signer, cells: auditColumns.length, fields: { organization_id, organization: 'Corp' } }
  for await (const line of signCsv(lines(), signature)) written.push(line)
  expect(await verify(Buffer.from(written.join('')))).toContain('Verified.')
})

it('says what is wrong in one sentence', async () => {
  const pdf = await complianceReport()
  const signature = /\(kept-signature [^)]+\)/.exec(pdf.toString('latin1'))?.[0] ?? ''
  const replaced = (text: string) => Buffer.from(pdf.toString('latin1').replace(signature, text), 'latin1')
  const removed = signature.replace('kept-signature', 'some-signature')
  expect(await verify(replaced(removed))).toContain('The PDF has no signature: it was removed.')
  expect(await verify(replaced(signature.replace(/.{5}\)$/, '*****)')))).toContain('signature in the PDF is damaged')
  const title = Buffer.from(pdf.toString('latin1').replace('/PageMode', '/PageModf').replace('SOC', 'SOD'), 'latin1')
  expect(await verify(title)).toContain('it was changed after it was signed')
  const csv = (await auditCsv()).toString()
  expect(await verify(Buffer.from(csv.slice(0, csv.lastIndexOf('kept-signature'))))).toContain('its end is missing')
  expect(await verify(Buffer.from(csv.slice(csv.lastIndexOf('kept-signature'))))).toContain('after it was signed')
  expect(await verify(Buffer.from(csv.replace('Zoë', 'Zoe')))).toContain('it was changed after it was signed')
})

it('checks the hash of each event that is attached, and that a signed PDF has its data', async () => {
  const [last, ...others] = events as [AuditEvent, ...AuditEvent[]]
  const attached = async (selected: AuditEvent[]) => verify(await auditPdf(selectionOf(selected), signer))
  expect(await attached([{ ...last, actor_name: 'Eve' }, ...others])).toContain('Entry 3 was changed after')
  expect(await attached([...others, last])).toContain('Entry 3 is not in its order')
  const foreign = { ...last, organization_id: organization_id.replace('6f', '7f') }
  expect(await attached([foreign, ...others])).toContain('Entry 3 belongs to another organization')
  const attachment = (name: string, content = '{}') => ({ name, description: '', content })
  const table = (name: string, content?: string) =>
    pdfTable({
      ...{ title: 'A', subtitle: '', columns: [], rows: [] },
      signed: { signer, attachment: attachment(name, content) },
    })
  expect(await verify(await table('a.json'))).toContain('the data of its pages is not attached')
  expect(await verify(await table('compliance.oscal.json'))).toContain(
    'report that is attached to the PDF cannot be read',
  )
  expect(await verify(await table('audit-log-selection.json'))).toContain('events that are attached')
})
