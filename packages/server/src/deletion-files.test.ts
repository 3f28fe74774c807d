/** Files of a deleted organization: whatever it stored or was sent, none is left in the data folder. */
import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dayMs } from '@kept/foundation/calendar/instant.ts'
import type { StatementSummary } from '@kept/store/savings/statements.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { carryOutDeletions } from './deletion/jobs.ts'
import { sweep } from './imports/sweep-job.ts'
import { openCheckpoints } from './savings/checkpoints.ts'
import { endJobs } from './testing/end-jobs.ts'
import { databaseTablesWith, filesWith, warehouseTablesWith } from './testing/search-everywhere.ts'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { openKept, type TestKept } from './testing.ts'

const canary = 'canary-indigo'
/** So long that the lines of an email are folded within it. */
const name = 'Umbrella Holdings of the Northern Hemisphere and the Islands, Incorporated'
const statement: StatementSummary = {
  ...{ id: '00000000-0000-4000-8000-000000000001', period: '2026-10', currency: 'USD', kind: 'final' },
  ...{ issued_at: '2026-11-05T00:00:00Z', before_seq: 0, head_seq: 1, head_hash: 'a'.repeat(64), rule_id: 'default' },
  ...{ rule_version: 1, net: '0', billable: '0', carried_after: '0', fee: '0', customer_net: '0' },
}
let time = new Date()
let kept: TestKept
let admin: TestUser
let id: string
let dataFolder: string

beforeAll(async () => {
  kept = await openKept({}, { now: () => time })
  id = kept.world.otherScope.organizationId
  dataFolder = kept.server.services.config.dataFolder
  admin = await createTestUser(kept, { name: 'keeper', in: 'other', role: 'admin' })
  await admin.client.organizations.update({ id, name })
}, 120_000)
afterAll(() => kept.close())

async function upload(): Promise<void> {
  const response = await fetch(`${kept.url}/v1/uploads?name=${canary}.csv`, {
    method: 'POST',
    headers: { ...admin.headers, 'content-type': 'text/csv' },
    body: `a,b\n${canary},1\n`,
  })
  expect(response.status).toBe(200)
}

async function addEvidence(): Promise<void> {
  await admin.client.securityCompliance.addEvidence({
    ...{ organization: 'other', framework: 'soc2', control: 'CC1.1', claim: 'met', name: canary },
    ...{ description: canary, observed_from: '2026-01-01', observed_until: '2026-02-01' },
    content: Buffer.from(`Signed by ${canary}.`).toString('base64'),
  })
}

async function exportEverything(): Promise<void> {
  const response = await fetch(`${kept.url}/v1/organizations/${id}/export`, { headers: admin.headers })
  expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(1000)
  await (await fetch(`${kept.url}/v1/account/export`, { headers: admin.headers })).arrayBuffer()
}

/** As the channels write them: the name of the organization stands in the subject. */
async function sendEmails(): Promise<void> {
  const { mail } = kept.server.services
  const to = `someone@${canary}.example`
  const attachments = [{ filename: `${canary}.csv`, content: Buffer.from(canary), contentType: 'text/csv' }]
  await mail.send({ to, subject: `Alert: cost of ${canary} in eu-west-1 (${name})`, text: canary })
  await mail.send({ to, subject: `Report ${canary}: $1,166.40 (${name})`, text: canary, attachments })
  await mail.send({ to, subject: canary, text: `${'You are invited. '.repeat(9)}${name} uses Kept.` })
  await admin.client.users.invite({ email: to, full_name: canary })
}

/** A body that a killed process was receiving: no row names its organization. */
function leaveCutOffUpload(): void {
  const path = join(kept.server.services.folder.uploads, '00000000-0000-4000-8000-000000000001.arriving')
  writeFileSync(path, canary)
  const old = new Date(time.getTime() - 2 * dayMs)
  utimesSync(path, old, old)
}

it('leaves no file of uploads, evidence, exports, emails and what was cut off', async () => {
  const { database, warehouse, otherScope } = kept.world
  const { services } = kept.server
  await upload()
  await addEvidence()
  await exportEverything()
  await sendEmails()
  leaveCutOffUpload()
  await openCheckpoints(services.config.sharedFolder).write(otherScope, [statement])
  await endJobs(database)
  await expect.poll(() => filesWith(dataFolder, 'uses Kept').length).toBeGreaterThan(0)
  // An upload, one that was cut off, and three emails or more: the others are rows, or were only sent.
  expect(filesWith(dataFolder, canary).filter((file) => file.startsWith(join('files', 'uploads')))).toHaveLength(2)
  expect(filesWith(dataFolder, canary).filter((file) => file.startsWith('mail')).length).toBeGreaterThan(2)

  await admin.client.deletion.requestOrganization({ id, name, reason: 'privacy' })
  time = new Date(time.getTime() + 14 * dayMs + 1)
  await carryOutDeletions(services)
  await sweep({
    ...{ database, warehouse, uploads: services.folder.uploads, replacedRetentionDays: 30, now: () => time },
    ...{ pendingImports: async () => new Set<string>(), logInfo: () => undefined },
  })
  expect(filesWith(dataFolder, canary)).toEqual([])
  // What a chain that is retained is verified against has hashes, in files that are named after the organization.
  const isCheckpoint = (file: string) => /^(?:audit-)?checkpoints/.test(file)
  expect(filesWith(dataFolder, id).filter((file) => !isCheckpoint(file))).toEqual([])
  expect(filesWith(dataFolder, id)).not.toEqual([])
  for (const file of filesWith(dataFolder, id)) expect(file).not.toContain(canary)
  expect(await warehouseTablesWith(kept.world, canary)).toEqual([])
  await expect.poll(() => databaseTablesWith(kept.world, canary)).toEqual([])
})
