/** Streams usage events of any format into the store, pseudonymized. Unreadable rows are rejected. */
import { type ActivityContext, defaultContext } from '@kept/connectors/activity/activity-source.ts'
import { type RejectedRows, readActivity } from '@kept/connectors/activity/read-activity.ts'
import type { UsageEventResult } from '@kept/contract/routes/developer-behavior-shapes.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { UsageEvent } from '@kept/domain/usage-event.ts'
import { readBehaviorSettings } from '@kept/store/behavior/settings.ts'
import { type StoredEvent, writeEvents } from '@kept/store/behavior/write-events.ts'
import type { Services } from '../platform/context.ts'
import { pseudonymOf } from '../platform/pseudonym.ts'
import { toStoredEvent } from './to-stored-event.ts'

const maxReportedRows = 100

export async function takeIn(
  { state, secrets }: Pick<Services, 'state' | 'secrets'>,
  scope: Scope,
  name: string,
  text: AsyncIterable<string> | Iterable<string>,
): Promise<UsageEventResult> {
  const { targets } = await readBehaviorSettings(state.database, scope)
  const pseudonym = pseudonymOf(secrets, scope)
  const reportedRows: RejectedRows[] = []
  const ignored = new Map<string, number>()
  let rejectedRows = 0
  let sources: string[] = []
  let waiting: StoredEvent[] = []
  const sink = {
    event: (event: UsageEvent) => void waiting.push(toStoredEvent(event, pseudonym)),
    rejectedRows(row: RejectedRows) {
      rejectedRows += 1
      if (reportedRows.length < maxReportedRows) reportedRows.push(row)
    },
    ignored: (reason: string) => void ignored.set(reason, (ignored.get(reason) ?? 0) + 1),
  }
  async function* events() {
    const reader = readActivity(name, sink, contextOf(targets))
    for await (const chunk of text) {
      reader.push(chunk)
      const batch = waiting
      waiting = []
      yield* batch
    }
    sources = reader.end()
    yield* waiting
  }
  const written = await writeEvents(state.warehouse, scope, events())
  return {
    ...written,
    rejected: rejectedRows,
    rejected_rows: reportedRows,
    ignored: Object.fromEntries(ignored),
    sources,
  }
}

/** The configured environment, else the deployment target, else the repository. */
function contextOf(targets: Readonly<Record<string, string>>): ActivityContext {
  const targetByHint = new Map(Object.entries(targets))
  return {
    ...defaultContext,
    environmentOf: (hint) =>
      targetByHint.get(defaultContext.environmentOf(hint)) ??
      targetByHint.get(hint.project) ??
      defaultContext.environmentOf(hint),
  }
}
