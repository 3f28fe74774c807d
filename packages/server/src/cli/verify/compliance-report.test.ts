import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { oscalAssessment } from '../../security/compliance/oscal.ts'
import { checkComplianceReport, readComplianceReport } from './compliance-report.ts'

const folder = mkdtempSync(join(tmpdir(), 'kept-report-'))
afterAll(() => rmSync(folder, { recursive: true }))

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const publicText = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const text = oscalAssessment({
  organization: { id: '6f6d7e32-3a6c-4a0e-9a53-0a4c4f8f1a01', name: 'Corp' },
  compliance: {
    ...{ framework: 'soc2', title: 'SOC 2', assessed_at: '2026-03-01T12:00:00.000Z' },
    ...{ counts: { met: 0, partly: 0, failing: 1, not_applicable: 0, unknown: 0 } },
    months: ['2026-03'],
    requirements: [
      {
        ...{ id: 'CC6.1', group: 'CC6', title: 'Access', status: 'failing', detail: 'A check fails.' },
        ...{ owner_name: 'Ada', next_review: '2026-06-01', months: ['failing'], checks: [], evidence: [] },
      },
    ],
  } as never,
  signer: { publicKey: publicText, sign: (content) => sign(null, Buffer.from(content), privateKey).toString('base64') },
  newId: () => crypto.randomUUID(),
})
function read(content: string) {
  const path = join(folder, 'report.json')
  writeFileSync(path, content)
  return readComplianceReport(path)
}

it('verifies a report, and shows an edit and another key', () => {
  const report = read(text)
  if (!report) throw new Error('not read')
  expect(checkComplianceReport(report, undefined)).toBeNull()
  expect(checkComplianceReport(report, publicText)).toBeNull()
  expect(checkComplianceReport(report, 'another')).toContain('another key')
  const edited = read(text.replaceAll('not-satisfied', 'satisfied'))
  expect(edited && checkComplianceReport(edited, undefined)).toContain('was changed')
})

it('finds what was added beside what is signed', () => {
  const { props } = JSON.parse(text)['assessment-results'].metadata
  const signature = props.find(({ name }: { name: string }) => name === 'signature')
  const withSignatures = (...signatures: object[]) => {
    const report = JSON.parse(text)
    report['assessment-results'].metadata.props = [...props.filter((prop: object) => prop !== signature), ...signatures]
    return JSON.stringify(report, null, 2)
  }
  const sentenceOf = (content: string) => {
    const report = read(content)
    return report && checkComplianceReport(report, undefined)
  }
  expect(sentenceOf(withSignatures(signature))).toBeNull()
  for (const edited of [
    withSignatures(signature, { ...signature, value: 'approved' }),
    withSignatures({ ...signature, remarks: 'Approved by the auditor.' }),
    text.replace('{', '{ "assessment-results": {},'),
    `${text} `,
  ])
    expect(sentenceOf(edited)).toContain('something was added')
  expect(read(text.replace(/\}$/, ', "note": "Approved." }'))).toBeUndefined()
})

it('takes no other file for a report', () => {
  for (const content of ['', 'x', '{}', '{"assessment-results": {}}']) expect(read(content)).toBeUndefined()
  expect(readComplianceReport(join(folder, 'missing'))).toBeUndefined()
})
