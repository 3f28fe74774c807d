/** Cache key of a forecast. It must include everything a forecast reads, or stale results are returned. */
import type { Scope } from '@kept/domain/scope.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { listKnownEvents } from '@kept/store/forecasts/known-events.ts'
import { currentLedger } from '@kept/store/ledger/current-ledger.ts'
import type { Services } from '../platform/context.ts'

export async function forecastVersion({ state, now }: Pick<Services, 'state' | 'now'>, scope: Scope) {
  const [{ loadIds }, events] = await Promise.all([
    currentLedger(state.database, scope),
    listKnownEvents(state.database, scope),
  ])
  return [loadIds, events, utcDay(now())]
}
