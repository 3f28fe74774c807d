/** The ledger of a deleted organization: no name of a resource is left, and the chain and what is left can be verified. */
import { randomUUID } from 'node:crypto'
import { appendEntries, emptyChain, firstBreak } from '@kept/foundation/hash/chain.ts'
import { canonicalJson } from '@kept/foundation/json/canonical-json.ts'
import { sha256 } from '@kept/store/audit/sha256.ts'
import { readEntries } from '@kept/store/savings/ledger.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { carryOutDeletions } from './deletion/jobs.ts'
import { databaseTablesWith } from './testing/search-everywhere.ts'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { openKept, type TestKept } from './testing.ts'

/** With an account number, a name and an address: what a resource may be called. */
const resources = [
  'arn:aws:ec2:eu-west-1:998877665544:instance/i-0canary',
  '/subscriptions/998877665544/resourceGroups/canary-lopez/disks/ana.canary@corp.example',
]
let time = new Date()
let kept: TestKept
let admin: TestUser
let written: ReturnType<typeof entriesOf>

beforeAll(async () => {
  kept = await openKept({}, { now: () => time })
  admin = await createTestUser(kept, { name: 'keeper', in: 'other', role: 'admin' })
  written = entriesOf(600)
  const { database, otherScope } = kept.world
  const row = { organization_id: otherScope.organizationId, statement_id: randomUUID() }
  await database.scoped(otherScope, (tx) =>
    tx
      .insertInto('savings_ledger_entry')
      .values(written.map((entry) => ({ ...entry, ...row })))
      .execute(),
  )
})
afterAll(() => kept.close())

/** More than one page is erased at a time; every third one is a fee, which is of no resource. */
function entriesOf(count: number) {
  const hash = sha256('inputs')
  const drafts = Array.from({ length: count }, (_, index) => ({
    ...(index % 3 === 2
      ? { kind: 'fee' as const, part: null, lineage: '', action: '' }
      : {
          kind: 'accrual' as const,
          part: 'usage' as const,
          lineage: resources[index % 2] ?? '',
          action: randomUUID(),
        }),
    ...{ period: '2026-10', amount: String(index), currency: 'USD', inputs_root: hash, baseline_hash: null },
    ...{ code_version: '1', config_hash: hash, refers_to: null },
  }))
  return appendEntries(emptyChain, drafts, sha256)
}

const erase = (entries: object[]) =>
  kept.world.database.scoped(kept.world.otherScope, (tx) =>
    tx
      .selectNoFrom((eb) =>
        eb.fn('erase_ledger_entries', [eb.cast<string>(eb.val(JSON.stringify(entries)), 'jsonb')]).as('changed'),
      )
      .execute(),
  )

it('is erased only of an organization that is being deleted', async () => {
  const change = [{ seq: 1, lineage: 'x', erased: { reason: 'organization_deleted', at: time.toISOString() } }]
  await expect(erase(change)).rejects.toThrow('only the ledger of an organization that is being deleted is erased')
})

it('names no resource after the deletion, verifies, and says who erased what', async () => {
  const { database, otherScope } = kept.world
  const id = otherScope.organizationId
  expect(await databaseTablesWith(kept.world, '998877665544')).toEqual(['public.savings_ledger_entry'])
  await admin.client.deletion.requestOrganization({ id, name: 'Elsewhere', reason: 'privacy' })
  time = new Date(time.getTime() + 14 * 86_400_000 + 1)
  await carryOutDeletions(kept.server.services)

  for (const text of [...resources, '998877665544', 'canary', 'corp.example'])
    expect(await databaseTablesWith(kept.world, text), text).toEqual([])
  const rows = await database.scoped(otherScope, (tx) =>
    tx.selectFrom('savings_ledger_entry').select(['seq', 'erased']).orderBy('seq').execute(),
  )
  const erased = new Map(rows.map((row) => [Number(row.seq), row.erased]))
  const left = await readEntries(database, otherScope, { after: 0, limit: 1000 })
  expect(left).toHaveLength(written.length)
  expect(left.map(({ lineage: _, ...entry }) => entry)).toEqual(written.map(({ lineage: _, ...entry }) => entry))
  // One pseudonym for each resource; fees have none.
  const pseudonyms = new Map(left.map(({ lineage }, index) => [lineage, written[index]?.lineage]))
  expect([...pseudonyms.values()].toSorted()).toEqual(['', ...resources].toSorted())

  expect(firstBreak(left, emptyChain, sha256, ({ seq }) => erased.get(seq) !== null)).toBeNull()
  const digest = left.reduce(
    (before, entry) => sha256(`${before}${sha256(canonicalJson({ ...entry, erased: erased.get(entry.seq) }))}`),
    '',
  )
  const last = await database.scoped(otherScope, (tx) =>
    tx.selectFrom('audit_event').select(['action', 'details']).orderBy('seq', 'desc').executeTakeFirstOrThrow(),
  )
  expect(last).toMatchObject({
    action: 'organization.deleted',
    details: { reason: 'privacy', ledger: { count: written.length, digest } },
  })
})

it('can be neither erased again nor changed in another way', async () => {
  const erased = { reason: 'organization_deleted', at: new Date(0).toISOString() }
  await expect(erase([{ seq: 1, lineage: 'x', erased }])).rejects.toThrow('append-only')
})
