/** Compliance with frameworks over real HTTP: statuses, evidence and signed reports. */
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EvidenceClaim, frameworkIds } from '@kept/domain/compliance.ts'
import { frameworks } from '@kept/engine/security/compliance/frameworks.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkComplianceReport, readComplianceReport } from './cli/verify/compliance-report.ts'
import { checkSignedFile } from './cli/verify/signed-file.ts'
import { readKey } from './cli/verify/statement-file.ts'
import { oscalAssessmentSchema } from './security/compliance/testing/oscal-shape.ts'
import { scanOrganization } from './security/scans/jobs.ts'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { textOfPdf } from './testing/text-of-pdf.ts'
import { openKept, type TestKept } from './testing.ts'

let kept: TestKept
let admin: TestUser
let clamd: Server
let clamdAnswer = 'stream: OK\0'
const clock = Date.parse('2026-03-01T12:00:00Z')
beforeAll(async () => {
  clamd = createServer((socket) => {
    let received = Buffer.alloc(0)
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      if (received.subarray(-4).equals(Buffer.alloc(4))) socket.end(clamdAnswer)
    })
  })
  await new Promise<void>((resolve) => clamd.listen(0, '127.0.0.1', resolve))
  const address = clamd.address()
  const port = typeof address === 'object' ? address?.port : undefined
  kept = await openKept({ KEPT_CLAMD: `127.0.0.1:${port}` }, { now: () => new Date(clock) })
  admin = await createTestUser(kept, { name: 'ada', in: 'own', role: 'admin' })
})
afterAll(async () => {
  await kept.close()
  clamd.close()
})

const own = { organization: 'own' }
const get = async (framework: string) => (await admin.client.securityCompliance.get({ ...own, framework })).data
const statusOf = async (framework: string, id: string) =>
  (await get(framework)).requirements.find((requirement) => requirement.id === id)
const evidence = {
  ...{ ...own, framework: 'soc2', control: 'CC1.1', claim: 'met' as EvidenceClaim, name: 'Code of conduct' },
  ...{ description: 'Signed by everyone.', observed_from: '2026-01-01', observed_until: '2026-02-01' },
  content: Buffer.from('Signed by everyone in January.').toString('base64'),
}
const add = (fields: Partial<typeof evidence>) =>
  admin.client.securityCompliance.addEvidence({ ...evidence, ...fields })

it('has every requirement of every framework, unknown until something shows it', async () => {
  for (const framework of frameworkIds) {
    const { requirements, counts } = await get(framework)
    expect(requirements.length).toBe(Object.keys(frameworks[framework].titles).length)
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(requirements.length)
    if (framework !== 'asvs') expect(counts.unknown).toBe(requirements.length)
  }
  const asvs = await get('asvs')
  expect(asvs.counts.met).toBeGreaterThan(150)
  // Of level 3: what Kept has none of does not apply, and the rest is not claimed.
  expect(asvs.requirements.find(({ id }) => id === '17.2.5')).toMatchObject({
    ...{ status: 'not_applicable', detail: 'There is no WebRTC.' },
  })
  expect(asvs.requirements.find(({ id }) => id === '1.2.10')).toMatchObject({
    ...{ status: 'unknown', detail: expect.stringContaining('does not cover this') },
  })
})

it('names every requirement in the answer and, uncut, in both reports', async () => {
  for (const framework of frameworkIds) {
    const titles = (await get(framework)).requirements.map(({ title }) => title)
    expect(titles).toEqual(Object.values(frameworks[framework].titles))
    const address = `${kept.url}/v1/security/own/compliance/${framework}/report`
    const report = async (format: string) =>
      Buffer.from(await (await fetch(`${address}?format=${format}`, { headers: admin.headers })).arrayBuffer())
    const { 'assessment-results': assessed } = JSON.parse((await report('oscal')).toString())
    expect(assessed.results[0].findings.map(({ title }: { title: string }) => title)).toEqual(titles)
    // A title goes on in the next line of its cell, where no space is written.
    const written = textOfPdf(await report('pdf')).replaceAll(' ', '')
    expect(titles.filter((title) => !written.includes(title.replaceAll(' ', '')))).toEqual([])
  }
})

it('follows the last scans', async () => {
  const { database, scope } = kept.world
  await scanOrganization({ database, now: () => new Date(clock) }, scope)
  expect(await statusOf('nist-800-53', 'IA-2(1)')).toMatchObject({
    status: 'failing',
    checks: [{ check_id: 'admins-second-factor', status: 'fail', is_stale: false }, { check_id: 'root-second-factor' }],
  })
})

it('stores evidence with its hash, and serves it only as an attachment', async () => {
  const { data } = await add({})
  const content = Buffer.from(evidence.content, 'base64')
  expect(data).toMatchObject({
    ...{ requirement: 'CC1.1', media_type: 'text/plain', bytes: content.length, malware_scanned: true },
    ...{
      sha256: createHash('sha256').update(content).digest('hex'),
      uploaded_by: 'ada',
      age_days: 28,
      is_stale: false,
    },
  })
  expect(await statusOf('soc2', 'CC1.1')).toMatchObject({ status: 'met', evidence: [{ id: data.id }] })
  const address = `${kept.url}/v1/security/own/compliance-evidence/${data.id}`
  const response = await fetch(address, { headers: admin.headers })
  expect(Buffer.from(await response.arrayBuffer())).toEqual(content)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    ...{ 'content-type': 'application/octet-stream', 'x-content-type-options': 'nosniff' },
    'content-disposition': 'attachment; filename="Code of conduct.txt"',
  })
  const { data: events } = await admin.client.security.listAuditLogs({ ...own, action: 'compliance_evidence.added' })
  expect(events[0]).toMatchObject({ resource_name: 'Code of conduct', after: { sha256: data.sha256 } })
  expect(JSON.stringify(events)).not.toContain(evidence.content)
})

it.each([
  ['policy.hta', 'Everyone signs it.', 'policy.hta.txt'],
  ['users.csv', 'name,role\nada,admin\n', 'users.csv'],
  ['review.exe', '%PDF-1.7 signed', 'review.exe.pdf'],
  ['Review.PDF', '%PDF-1.7 signed', 'Review.PDF'],
])('serves %s under a name that no computer runs', async (name, text, expected) => {
  const { data } = await add({ name, content: Buffer.from(text).toString('base64') })
  const address = `${kept.url}/v1/security/own/compliance-evidence/${data.id}`
  const response = await fetch(address, { headers: admin.headers })
  expect(await response.text()).toBe(text)
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${expected}"`)
})

it('says why a requirement does not apply', async () => {
  await add({ control: 'PI1.1', claim: 'not_applicable', description: 'Nothing is processed for customers.' })
  expect(await statusOf('soc2', 'PI1.1')).toMatchObject({
    ...{ status: 'not_applicable', detail: 'Nothing is processed for customers.' },
  })
})

it('refuses bad evidence with one sentence, and stores nothing', async () => {
  const count = async () => (await get('soc2')).requirements.flatMap((requirement) => requirement.evidence).length
  const before = await count()
  const refused = (status: number, message: string) => ({ status, message: expect.stringContaining(message) })
  const holding = (text: string | Buffer) => ({ content: Buffer.from(text).toString('base64') })
  await expect(add({ framework: 'pci' })).rejects.toMatchObject(refused(404, 'There is no framework "pci".'))
  await expect(add({ control: 'CC99.1' })).rejects.toMatchObject(refused(404, 'no requirement "CC99.1"'))
  await expect(add(holding('<script>alert(1)</script>'))).rejects.toMatchObject(refused(400, 'neither a PDF'))
  await expect(add({ content: '' })).rejects.toMatchObject({ status: 400 })
  for (const bytes of [5 * 1024 ** 2 + 1, 8 * 1024 ** 2])
    await expect(add(holding(Buffer.alloc(bytes, 97)))).rejects.toMatchObject(refused(413, 'larger than 5 MB'))
  await expect(add({ observed_until: '2025-01-01' })).rejects.toMatchObject(refused(400, 'after the last one'))
  await expect(add({ observed_until: '2027-01-01' })).rejects.toMatchObject(refused(400, 'in the future'))
  clamdAnswer = 'stream: Eicar-Test-Signature FOUND\0'
  await expect(add({})).rejects.toMatchObject(refused(400, 'found something'))
  clamdAnswer = ''
  await expect(add({})).rejects.toMatchObject(refused(503, 'could not read'))
  clamdAnswer = 'stream: OK\0'
  expect(await count()).toBe(before)
})

it('has an owner, a next review and the months that something shows, also in the reports', async () => {
  const assign = (fields: object) =>
    admin.client.securityCompliance.assign({
      ...{ ...own, framework: 'soc2', control: 'CC1.1', owner_id: admin.userId, next_review: '2026-02-28', ...fields },
    })
  const { data } = await assign({})
  expect(data).toMatchObject({ id: 'CC1.1', owner_name: 'ada', next_review: '2026-02-28', is_review_overdue: true })
  const { months } = await get('soc2')
  expect([months.length, months.at(-1)]).toEqual([12, '2026-03'])
  // The evidence of this file observed January and the first of February.
  expect(data.months.slice(-4)).toEqual(['nothing', 'covered', 'covered', 'nothing'])
  const report = async (format: string) => {
    const address = `${kept.url}/v1/security/own/compliance/soc2/report?format=${format}`
    return Buffer.from(await (await fetch(address, { headers: admin.headers })).arrayBuffer())
  }
  const written = textOfPdf(await report('pdf'))
  for (const part of ['Next review', '2026-02-28 late', '2 of 12']) expect(written).toContain(part)
  const { 'assessment-results': results } = JSON.parse((await report('oscal')).toString())
  const finding = results.results[0].findings.find((item: { target: object }) =>
    JSON.stringify(item.target).includes('"cc1.1"'),
  )
  const props = finding.props.map(({ name, value }: { name: string; value: string }) => `${name} ${value}`)
  expect(props).toEqual(expect.arrayContaining(['owner ada', 'next-review 2026-02-28', 'month-2026-01 covered']))
  expect((await assign({ next_review: '2026-03-01' })).data.is_review_overdue).toBe(false)
  expect((await assign({ owner_id: null, next_review: null })).data).toMatchObject({
    owner_name: '',
    next_review: null,
  })
  const otherUser = await createTestUser(kept, { name: 'sam', in: 'other', role: 'admin' })
  await expect(assign({ owner_id: otherUser.userId })).rejects.toThrow('The owner must be an active user')
  await expect(assign({ control: 'CC99.1' })).rejects.toMatchObject({ status: 404 })
  await expect(assign({ next_review: '2026-02-30' })).rejects.toMatchObject({ status: 400 })
  await admin.client.securityCompliance.assign({
    ...{ ...own, framework: 'soc2', control: 'CC1.2', owner_id: null, next_review: '2026-09-01' },
  })
  const theirs = await otherUser.client.securityCompliance.get({ organization: 'other', framework: 'soc2' })
  expect(theirs.data.requirements.filter(({ next_review }) => next_review !== null)).toEqual([])
  const { data: events } = await admin.client.security.listAuditLogs({
    ...{ ...own, action: 'compliance_requirement.assigned' },
  })
  expect(events.at(-1)).toMatchObject({ resource_id: 'CC1.1', after: { owner_name: 'ada', next_review: '2026-02-28' } })
})

it('is seen by no other organization and no user without the permission', async () => {
  const { data } = await add({ name: 'Own' })
  const user = await createTestUser(kept, { name: 'uma', in: 'own', role: 'user' })
  await expect(user.client.securityCompliance.get({ ...own, framework: 'soc2' })).rejects.toMatchObject({ status: 403 })
  const other = (await kept.otherClient.securityCompliance.get({ organization: 'other', framework: 'soc2' })).data
  expect(other.requirements.flatMap((requirement) => requirement.evidence)).toEqual([])
  const outsider = await createTestUser(kept, { name: 'olga', in: 'other', role: 'admin' })
  const address = `${kept.url}/v1/security/other/compliance-evidence/${data.id}`
  expect((await fetch(address, { headers: outsider.headers })).status).toBe(404)
})

it('writes signed reports', async () => {
  const report = (format: string) =>
    fetch(`${kept.url}/v1/security/own/compliance/soc2/report?format=${format}`, { headers: admin.headers })
  const pdf = await report('pdf')
  expect(pdf.headers.get('content-disposition')).toBe('attachment; filename="compliance-soc2-2026-03-01.pdf"')
  const pdfBytes = Buffer.from(await pdf.arrayBuffer())
  const text = await (await report('oscal')).text()
  const { 'assessment-results': results } = JSON.parse(text)
  expect(results.metadata['oscal-version']).toBe('1.1.3')
  expect(results.results[0].findings).toHaveLength(61)
  expect(oscalAssessmentSchema.safeParse(JSON.parse(text)).error?.issues ?? []).toEqual([])
  const folder = mkdtempSync(join(tmpdir(), 'kept-oscal-'))
  const problemOf = (content: string) => {
    writeFileSync(join(folder, 'report.json'), content)
    const read = readComplianceReport(join(folder, 'report.json'))
    return read && checkComplianceReport(read, undefined)
  }
  expect(problemOf(text)).toBeNull()
  expect(problemOf(text.replace(results.uuid, 'other'))).toContain('was changed')
  const path = join(folder, 'report.pdf')
  writeFileSync(path, pdfBytes)
  const key = join(folder, 'kept.pem')
  writeFileSync(key, await (await fetch(`${kept.url}/v1/savings/key.pem`)).text())
  expect(await checkSignedFile(path, await readKey(key))).toEqual({
    agrees: true,
    title: `SOC 2 trust services criteria: Own (${kept.world.scope.organizationId}): 61 requirements, assessed 2026-03-01T12:00:00.000Z.`,
  })
  writeFileSync(path, Buffer.concat([pdfBytes, Buffer.from('\n')]))
  expect(await checkSignedFile(path, await readKey(key))).toMatchObject({ agrees: false })
  rmSync(folder, { recursive: true })
  expect((await report('docx')).status).toBe(400)
})
