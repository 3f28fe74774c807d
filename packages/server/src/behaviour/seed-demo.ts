/**
 * Activity for the demo organisation, through the door that a customer's files take. Killed at any moment, the next
 * start goes on: events that are there count once, and only a run of the analysis says that it was done.
 */
import type { Scope } from '@kept/domain/scope.ts'
import { northwindActivity, northwindTeams } from '@kept/scenarios/behaviour/northwind-activity.ts'
import { northwind } from '@kept/scenarios/northwind.ts'
import type { World } from '@kept/scenarios/world/world.ts'
import { latestRun } from '@kept/store/behaviour/runs.ts'
import { readBehaviourSettings, writeBehaviourSettings } from '@kept/store/behaviour/settings.ts'
import { currentLedger } from '@kept/store/ledger/current-ledger.ts'
import type { Services } from '../platform/context.ts'
import { startRun } from './analyse-job.ts'
import { takeIn } from './take-in.ts'
import { withHolidays } from './with-holidays.ts'

const days = 90
const pieceLength = 2 ** 18

/** True when it was seeded now. Without its bill there is nothing to hold activity against, and the next start asks again. */
export async function seedDemoActivity(services: Services, scope: Scope): Promise<boolean> {
  const { database } = services.state
  if (await latestRun(database, scope)) return false
  const { known } = await currentLedger(database, scope)
  if (!known) return false
  const world = northwind({ until: known.to, days, seed: 'northwind' })
  const settings = await readBehaviourSettings(database, scope)
  await writeBehaviourSettings(database, scope, { ...settings, teams: northwindTeams }, services.now())
  await takeDemoActivity(services, scope, world)
  await startRun(services, scope, {}, 'Kept')
  return true
}

/** The activity that belongs to a bill; what is known already counts once. */
export async function takeDemoActivity(
  services: Pick<Services, 'state' | 'secrets'>,
  scope: Scope,
  world: World,
): Promise<void> {
  const year = Number(world.days.at(-1)?.date.slice(0, 4))
  const teams = northwindTeams.map((team) => withHolidays(team, { first: year - 1, last: year }, []))
  await takeIn(services, scope, 'The demo', lines(northwindActivity(world, teams)))
}

/** In pieces like those of a file: a single line would be read as a document. */
function* lines(events: Iterable<object>): Generator<string> {
  let piece = ''
  for (const event of events) {
    piece += `${JSON.stringify(event)}\n`
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  yield piece
}
