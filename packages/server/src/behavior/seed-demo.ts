/**
 * Seeds usage events of the demo organization through the regular import. Idempotent: after a crash the next start
 * continues.
 */
import type { Scope } from '@kept/domain/scope.ts'
import { northwindActivity, northwindTeams } from '@kept/scenarios/behavior/northwind-activity.ts'
import { demoOptions, northwind } from '@kept/scenarios/northwind.ts'
import type { World } from '@kept/scenarios/world/world.ts'
import { latestRun } from '@kept/store/behavior/runs.ts'
import { readBehaviorSettings, writeBehaviorSettings } from '@kept/store/behavior/settings.ts'
import { currentLedger } from '@kept/store/ledger/current-ledger.ts'
import type { Services } from '../platform/context.ts'
import { startRun } from './analyze-job.ts'
import { takeIn } from './ingest-events.ts'
import { withHolidays } from './with-holidays.ts'

const pieceLength = 2 ** 18

/** The teams of Northwind, unless there are teams. Their holidays are expected in daily costs, so they come before the bill. */
export async function seedDemoTeams({ state, now }: Pick<Services, 'state' | 'now'>, scope: Scope): Promise<void> {
  const settings = await readBehaviorSettings(state.database, scope)
  if (settings.teams.length > 0) return
  await writeBehaviorSettings(state.database, scope, { ...settings, teams: northwindTeams }, now())
}

/** Returns true when it was seeded now. Without the demo bill it does nothing, and the next start tries again. */
export async function seedDemoActivity(services: Services, scope: Scope): Promise<boolean> {
  const { database } = services.state
  if (await latestRun(database, scope)) return false
  const { availableSpan } = await currentLedger(database, scope)
  if (!availableSpan) return false
  const world = northwind({ ...demoOptions, until: availableSpan.to })
  await seedDemoTeams(services, scope)
  await takeDemoActivity(services, scope, world)
  await startRun(services, scope, {}, 'Kept')
  return true
}

/** Usage events that belong to a bill. Known events count once. */
export async function takeDemoActivity(
  services: Pick<Services, 'state' | 'secrets'>,
  scope: Scope,
  world: World,
): Promise<void> {
  const year = Number(world.days.at(-1)?.date.slice(0, 4))
  const teams = northwindTeams.map((team) => withHolidays(team, { first: year - 1, last: year }, []))
  await takeIn(services, scope, 'The demo', lines(northwindActivity(world, teams)))
}

/** One event per line, as in a file. A single line would be parsed as a document. */
function* lines(events: Iterable<object>): Generator<string> {
  let chunk = ''
  for (const event of events) {
    chunk += `${JSON.stringify(event)}\n`
    if (chunk.length < pieceLength) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}
