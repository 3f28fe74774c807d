/** Every search of the audit log, as plain filters over all events find it, also where times are out of order. */
import type { AuditEvent } from '@kept/domain/audit.ts'
import type { Scope } from '@kept/domain/scope.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ensureOrganization } from '../organizations/ensure.ts'
import { openWorld, type World } from '../testing/world.ts'
import { type AuditFilter, listAuditEvents, readAuditMatches } from './list.ts'
import { readAuditEvents } from './read.ts'
import { noteAudit } from './record.ts'

/** Of the property test; KEPT_AUDIT_SEARCHES=20000 takes a minute. */
const searches = Number(process.env.KEPT_AUDIT_SEARCHES ?? 300)
const dayMs = 86_400_000

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const names = ['Ann', 'Ben', 'Cy']
const actions = ['budget.created', 'budget.deleted', 'session.refused'] as const
const startMs = Date.UTC(2025, 0, 1)
const dayOf = (index: number) => new Date(startMs + index * dayMs).toISOString().slice(0, 10)

/** A log in which some events are recorded up to `lateDays` after their time. */
const logs = fc.record({
  lateDays: fc.constantFrom(0, 1, 5),
  events: fc.array(
    fc.record({
      name: fc.constantFrom(...names),
      action: fc.constantFrom(...actions),
      denied: fc.boolean(),
      late: fc.double({ min: 0, max: 1, noNaN: true }),
      step: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    { minLength: 5, maxLength: 40 },
  ),
})
type Log = typeof logs extends fc.Arbitrary<infer Value> ? Value : never
const filters: fc.Arbitrary<AuditFilter> = fc.record(
  {
    actor: fc.constantFrom(...names, 'id of Ann', 'Unknown'),
    action: fc.constantFrom(...actions),
    resource: fc.constantFrom('budget', 'session', 'target of Ben'),
    outcome: fc.constantFrom('allowed' as const, 'denied' as const),
    start_date: fc.integer({ min: -2, max: 45 }).map(dayOf),
    end_date: fc.integer({ min: -2, max: 45 }).map(dayOf),
    search: fc.constantFrom('ann', 'budget', 'refused', 'target of Ben', 'zzz'),
  },
  { requiredKeys: [] },
)

function holds(event: AuditEvent, { actor, action, resource, outcome, start_date, end_date, search }: AuditFilter) {
  const texts = [event.actor_name, event.action, event.resource_type, event.resource_name, event.ip]
  return (
    (actor === undefined || event.actor_id === actor || event.actor_name === actor) &&
    (action === undefined || event.action === action) &&
    (resource === undefined || event.resource_type === resource || event.resource_id === resource) &&
    (outcome === undefined || event.outcome === outcome) &&
    (start_date === undefined || event.created_at >= start_date) &&
    (end_date === undefined || event.created_at < end_date) &&
    (search === undefined ||
      event.resource_id === search ||
      texts.some((text) => text?.toLowerCase().includes(search.toLowerCase())))
  )
}

async function write(slug: string, { lateDays, events }: Log) {
  const { id } = await ensureOrganization(world.database, { slug, name: slug, demo: false })
  let timeMs = startMs
  for (const { name, action, denied, late, step } of events) {
    timeMs += step * dayMs
    await noteAudit(
      world.database,
      { organizationId: id },
      {
        action,
        actor: { kind: 'person', id: `id of ${name}`, name },
        target: `target of ${name}`,
        summary: `Something with "Budget of ${name}".`,
        at: new Date(Math.floor(timeMs - late * lateDays * dayMs)),
        outcome: denied ? 'denied' : 'allowed',
      },
    )
  }
  return { organizationId: id }
}

it('finds the events of any filters, by page and for an export', async () => {
  const scopes: Scope[] = []
  for (const [index, log] of fc.sample(logs, { numRuns: 6, seed: 26 }).entries())
    scopes.push(await write(`log-${index}`, log))
  const all = await Promise.all(
    scopes.map((scope) => readAuditEvents(world.database, scope, { after: 0, limit: 1000 })),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.nat(scopes.length - 1),
      filters,
      fc.integer({ min: 1, max: 50 }),
      async (which, filter, below) => {
        const scope = scopes[which] as Scope
        const expected = (all[which] ?? [])
          .filter((event) => holds(event, filter))
          .map(({ seq }) => seq)
          .toReversed()
        const listed = await listAuditEvents(world.database, scope, { page: 1, page_size: 100, ...filter })
        expect(listed.events.map(({ seq }) => seq)).toEqual(expected)
        expect(listed.total).toBe(expected.length)
        const exported = await readAuditMatches(world.database, scope, filter, { below, limit: 100 })
        expect(exported.map(({ seq }) => seq)).toEqual(expected.filter((seq) => seq < below))
      },
    ),
    { numRuns: searches },
  )
}, 120_000)
