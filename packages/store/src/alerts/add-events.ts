import type { NewAlertEvent } from '@kept/domain/alert.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { ScopedTransaction } from '../database/connect.ts'
import { joinLabels, labelsOfTags, readPlaces } from './places-of.ts'

type MessageFields = 'title' | 'body' | 'href' | 'thread'
/** The resources it happened on; what is known of them, rules can ask for. */
type EventWithResources = NewAlertEvent & { resourceIds?: readonly string[] }
/** An event beside a piece of news; words it does not have are the news's. */
export type NewAlert = Omit<EventWithResources, MessageFields> & Partial<Pick<NewAlertEvent, MessageFields>>

/** How many rows one statement writes. */
const batch = 1_000

/** Leaves events for the alert rules, in the transaction of the thing they tell about: exactly once. */
export async function addAlertEvents(
  tx: ScopedTransaction,
  scope: Scope,
  events: readonly EventWithResources[],
): Promise<void> {
  for (let offset = 0; offset < events.length; offset += batch) {
    const chunk = events.slice(offset, offset + batch)
    const labelsByResource = await readPlaces(tx, [...new Set(chunk.flatMap(({ resourceIds = [] }) => resourceIds))])
    await tx
      .insertInto('alert_event')
      .values(
        chunk.map(({ labels, resourceIds = [], ...event }) => ({
          organization_id: scope.organizationId,
          ...event,
          labels: JSON.stringify(
            resourceIds
              .flatMap((id) => labelsByResource.get(id) ?? [])
              .reduce(joinLabels, joinLabels(labels, teamsAmong(labels))),
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
