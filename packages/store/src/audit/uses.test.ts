import { utcDay } from '@kept/foundation/calendar/instant.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ScopedTransaction } from '../database/connect.ts'
import { openWorld, type World } from '../testing/world.ts'
import { type NewAuditEvent, recordAudit } from './record.ts'
import { deleteUsesBefore, deleteUsesOf, foldUses, listUses } from './uses.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const scoped = <T>(work: (tx: ScopedTransaction) => Promise<T>) => world.database.scoped(world.scope, work)
const dayMs = 86_400_000
const begin = Date.parse('2026-03-01T12:00:00Z')
/** The same from all events, without what was folded. */
const plainUses = (tx: ScopedTransaction, since: Date) =>
  tx
    .selectFrom('audit_event')
    .select(['actor_kind', 'actor_id', 'action'])
    .distinct()
    .where('created_at', '>=', since)
    .where('outcome', '=', 'allowed')
    .where('actor_kind', 'in', ['person', 'api_key'])
    .where('actor_id', 'is not', null)
    .execute()
const sorted = (uses: readonly object[]) => uses.map((use) => JSON.stringify(Object.entries(use).sort())).sort()

const eventArbitrary: fc.Arbitrary<NewAuditEvent> = fc.record({
  actor: fc.record({
    kind: fc.constantFrom('person', 'api_key', 'system'),
    id: fc.constantFrom('a', 'b', null),
    name: fc.constant('Ann'),
  }),
  action: fc.constantFrom('budget.created', 'budget.deleted', 'tag.added'),
  outcome: fc.constantFrom('allowed', 'denied'),
  summary: fc.constant('Did something.'),
  // Times are not in the order of the numbers.
  at: fc.integer({ min: 0, max: 200 }).map((days) => new Date(begin + days * dayMs)),
})

it('are those of the whole log since a moment, however often and in which steps it was folded', async () => {
  let since = begin
  await fc.assert(
    fc.asyncProperty(
      fc.array(eventArbitrary, { maxLength: 6 }),
      fc.boolean(),
      fc.integer({ min: 0, max: 20 }),
      async (events, isFolded, days) => {
        for (const event of events) await scoped((tx) => recordAudit(tx, event))
        // Time only passes: what was left out once is not asked about again.
        since += days * dayMs
        const from = new Date(since)
        if (isFolded) await Promise.all([scoped((tx) => foldUses(tx, from)), scoped((tx) => foldUses(tx, from))])
        expect(sorted(await scoped((tx) => listUses(tx, from))), utcDay(from)).toEqual(
          sorted(await scoped((tx) => plainUses(tx, from))),
        )
      },
    ),
    { numRuns: 25 },
  )
})

it('are forgotten when they are older than what is asked about, and with the user', async () => {
  const at = new Date(begin + 2000 * dayMs)
  const use = (id: string, action: NewAuditEvent['action']) =>
    scoped((tx) => recordAudit(tx, { actor: { kind: 'person', id, name: 'Ann' }, action, summary: 'Did.', at }))
  await use('x', 'budget.created')
  await use('y', 'budget.created')
  await scoped((tx) => foldUses(tx, at))
  await scoped((tx) => deleteUsesBefore(tx, at))
  const left = () => scoped((tx) => tx.selectFrom('audit_use').select('actor_id').orderBy('actor_id').execute())
  expect(await left()).toEqual([{ actor_id: 'x' }, { actor_id: 'y' }])
  await scoped((tx) => deleteUsesOf(tx, 'x'))
  expect(await left()).toEqual([{ actor_id: 'y' }])
})
