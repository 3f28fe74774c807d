/** Text of any kind of activity into kept events: streamed, pseudonymised on the way, what cannot be read set aside. */
import { type ActivityContext, defaultContext } from '@kept/connectors/activity/activity-source.ts'
import { readActivity, type SetAside } from '@kept/connectors/activity/read-activity.ts'
import type { EventsTaken } from '@kept/contract/routes/developer-behavior.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { UsageEvent } from '@kept/domain/usage-event.ts'
import { readBehaviourSettings } from '@kept/store/behaviour/settings.ts'
import { type KeptEvent, writeEvents } from '@kept/store/behaviour/write-events.ts'
import type { Services } from '../platform/context.ts'
import { pseudonymOf, toKeptEvent } from './pseudonym.ts'

const mostToldRows = 100

export async function takeIn(
  { state, secrets }: Pick<Services, 'state' | 'secrets'>,
  scope: Scope,
  name: string,
  text: AsyncIterable<string> | Iterable<string>,
): Promise<EventsTaken> {
  const { targets } = await readBehaviourSettings(state.database, scope)
  const pseudonym = pseudonymOf(secrets, scope)
  const told: SetAside[] = []
  const ignored = new Map<string, number>()
  let setAside = 0
  let sources: string[] = []
  let waiting: KeptEvent[] = []
  const sink = {
    event: (event: UsageEvent) => void waiting.push(toKeptEvent(event, pseudonym)),
    setAside(row: SetAside) {
      setAside += 1
      if (told.length < mostToldRows) told.push(row)
    },
    ignored: (reason: string) => void ignored.set(reason, (ignored.get(reason) ?? 0) + 1),
  }
  async function* events() {
    const reader = readActivity(name, sink, contextOf(targets))
    for await (const piece of text) {
      reader.push(piece)
      const some = waiting
      waiting = []
      yield* some
    }
    sources = reader.end()
    yield* waiting
  }
  const written = await writeEvents(state.warehouse, scope, events())
  return {
    ...written,
    set_aside: setAside,
    set_aside_rows: told,
    ignored: Object.fromEntries(ignored),
    sources,
  }
}

/** What runs where is what the company set; otherwise the repository, or its deployment target, is the environment. */
function contextOf(targets: Readonly<Record<string, string>>): ActivityContext {
  const known = new Map(Object.entries(targets))
  return {
    ...defaultContext,
    environmentOf: (hint) =>
      known.get(defaultContext.environmentOf(hint)) ?? known.get(hint.project) ?? defaultContext.environmentOf(hint),
  }
}
