/** The current loads and the days they cover, in one statement. */
import type { Scope } from '@kept/domain/scope.ts'
import { addDays } from '@kept/foundation/calendar/day.ts'
import type { Database } from '../database/connect.ts'
import { mergeSpans } from './covered-days.ts'
import type { Span } from './span.ts'

export interface CurrentLedger {
  loadIds: string[]
  /** From the first to after the last charge; null when nothing is loaded. */
  availableSpan: Span | null
  /** The covered days, in order; between them a bill is missing. */
  covered: Span[]
}

export async function currentLedger(database: Database, scope: Scope): Promise<CurrentLedger> {
  const loads = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('cost_load')
      .select(['id', 'first_charged_on', 'last_charge_on'])
      .where('status', '=', 'current')
      .orderBy('id')
      .execute(),
  )
  const from = loads.map((load) => load.first_charged_on).toSorted()[0]
  const last = loads
    .map((load) => load.last_charge_on)
    .toSorted()
    .at(-1)
  const covered = mergeSpans(
    loads.flatMap(({ first_charged_on: first, last_charge_on: last }) =>
      first && last ? [{ from: first, to: addDays(last, 1) }] : [],
    ),
  )
  return {
    loadIds: loads.map(({ id }) => id),
    covered,
    availableSpan: from && last ? { from, to: addDays(last, 1) } : null,
  }
}
