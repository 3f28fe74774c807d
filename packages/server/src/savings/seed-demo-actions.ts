/** Records the demo organization's actions. Its bill shows their savings. */
import type { Scope } from '@kept/domain/scope.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { demoOptions, northwind } from '@kept/scenarios/northwind.ts'
import { doneIn } from '@kept/scenarios/world/northwind-done.ts'
import { listImports } from '@kept/store/imports/list.ts'
import { listActions, recordAction } from '@kept/store/savings/actions.ts'
import type { Services } from '../platform/context.ts'

/** Returns true when they were recorded now. */
export async function seedDemoActions(
  { state: { database }, now }: Pick<Services, 'state' | 'now'>,
  scope: Scope,
): Promise<boolean> {
  // An existing demo bill does not have these machines.
  if ((await listImports(database, scope, { page: 1, page_size: 1 })).imports.length > 0) return false
  const world = northwind({ ...demoOptions, until: utcDay(now()) })
  // After a kill in the middle, the rest is recorded.
  const recorded = new Set((await listActions(database, scope)).map(({ input }) => input.resource_id))
  for (const { resourceId, kind, title, rule, estimate, evidence, date } of doneIn(world)) {
    if (recorded.has(resourceId)) continue
    await recordAction(database, scope, {
      input: { kind, resource_id: resourceId, not_before: `${date}T00:00:00Z`, evidence },
      ...{ title, rule, currency: 'USD', estimate: estimate.toFixed(2), actorName: 'Priya Raman', now: now() },
    })
  }
  return true
}
