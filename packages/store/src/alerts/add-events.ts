import type { NewAlertEvent } from '@kept/domain/alert.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { ScopedTransaction } from '../database/connect.ts'
import { joinLabels, labelsOfTags, readPlaces } from './places-of.ts'

type MessageFields = 'title' | 'body' | 'href' | 'thread'
/** The affected resources; alert rules filter by their accounts, services, tags and teams. */
type EventWithResources = NewAlertEvent & { resourceIds?: readonly string[] }
/** The event of a notification. Fields left out are taken from the notification. */
export type NewAlert = Omit<EventWithResources, MessageFields> & Partial<Pick<NewAlertEvent, MessageFields>>

/** Rows per insert statement. */
const batch = 1_000

/** Stores events for the alert rules in the transaction of the change they report, so each is stored exactly once. */
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

/** An event about a tag that names a team is also an event of that team. */
function teamsAmong({ tag = [] }: NewAlertEvent['labels']): NewAlertEvent['labels'] {
  const pairs = tag.map((text) => [text.replace(/=.*$/s, ''), text.replace(/^[^=]*=/, '')] as const)
  return { team: labelsOfTags(pairs).team ?? [] }
}
