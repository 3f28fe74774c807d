import type { NewAlertEvent } from '@kept/domain/alert.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { ScopedTransaction } from '../database/connect.ts'
import { joinLabels, labelsOfTags, readPlaces } from './places-of.ts'

type OwnWords = 'title' | 'body' | 'href' | 'thread'
/** The resources it happened on; what is known of them, rules can ask for. */
type WithPlaces = NewAlertEvent & { on?: readonly string[] }
/** An event beside a piece of news; words it does not have are the news's. */
export type NewAlert = Omit<WithPlaces, OwnWords> & Partial<Pick<NewAlertEvent, OwnWords>>

/** How many rows one statement writes. */
const batch = 1_000

/** Leaves events for the alert rules, in the transaction of the thing they tell about: exactly once. */
export async function addAlertEvents(
  tx: ScopedTransaction,
  scope: Scope,
  events: readonly WithPlaces[],
): Promise<void> {
  for (let at = 0; at < events.length; at += batch) {
    const some = events.slice(at, at + batch)
    const places = await readPlaces(tx, [...new Set(some.flatMap(({ on = [] }) => on))])
    await tx
      .insertInto('alert_event')
      .values(
        some.map(({ labels, on = [], ...event }) => ({
          organization_id: scope.organizationId,
          ...event,
          labels: JSON.stringify(
            on.flatMap((id) => places.get(id) ?? []).reduce(joinLabels, joinLabels(labels, teamsAmong(labels))),
          ),
        })),
      )
      .execute()
  }
}

/** What happened to a tag that names a team happened to the team. */
function teamsAmong({ tag = [] }: NewAlertEvent['labels']): NewAlertEvent['labels'] {
  const pairs = tag.map((text) => [text.replace(/=.*$/s, ''), text.replace(/^[^=]*=/, '')] as const)
  return { team: labelsOfTags(pairs).team ?? [] }
}
