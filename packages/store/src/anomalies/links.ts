/** What is related to the resources of an incident around its days: recommendations, loops and deployments. */
import type { AnomalyLink } from '@kept/domain/anomaly.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { addDays } from '@kept/foundation/calendar/day.ts'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import type { Warehouse } from '../warehouse/client.ts'

interface LinkQuestion {
  /** The affected resources, under any of their ids. */
  resourceIds: readonly string[]
  /** The days of the incident; `to` is exclusive. */
  from: string
  to: string
}

const maxOfAKind = 5
/** A deployment up to this many days before may be the cause. */
const before = 1

export async function readLinks(
  { database, warehouse }: { database: Database; warehouse: Warehouse },
  scope: Scope,
  { resourceIds, from, to }: LinkQuestion,
): Promise<AnomalyLink[]> {
  if (resourceIds.length === 0) return []
  const ids = [...new Set(resourceIds.flatMap((id) => [id, id.replace(/^.*[/:]/, '')]))].filter(Boolean)
  const [stored, deployments] = await Promise.all([
    database.scoped(scope, async (tx) => [
      ...(await readLoops(tx, ids, { from, to })),
      ...(await readRecommendations(tx, ids)),
    ]),
    readDeployments(warehouse, scope, ids, { from, to }),
  ])
  return [...stored, ...deployments]
}

interface Days {
  from: string
  to: string
}

async function readLoops(tx: ScopedTransaction, ids: readonly string[], { from, to }: Days): Promise<AnomalyLink[]> {
  const rows = await tx
    .selectFrom('loop_incident')
    .select(['id', 'loop_type', 'onset_at'])
    .where('resource_id', 'in', ids)
    .where('confirmed', '=', true)
    .where('onset_at', '<', new Date(`${to}T00:00:00Z`))
    .where('last_seen_at', '>=', new Date(`${from}T00:00:00Z`))
    .orderBy('onset_at', 'desc')
    .limit(maxOfAKind)
    .execute()
  return rows.map(({ id, loop_type, onset_at }) => ({
    kind: 'loop',
    id,
    title: loop_type.replaceAll('_', ' '),
    at: onset_at.toISOString(),
    href: '/loops',
  }))
}

async function readRecommendations(tx: ScopedTransaction, ids: readonly string[]): Promise<AnomalyLink[]> {
  const rows = await tx
    .selectFrom('recommendation')
    .select(['id', 'title'])
    .where('resource_id', 'in', ids)
    .where('status', '=', 'open')
    .orderBy('monthly_savings', (order) => order.desc().nullsLast())
    .orderBy('id')
    .limit(maxOfAKind)
    .execute()
  return rows.map(({ id, title }) => ({
    kind: 'recommendation',
    id,
    title,
    at: null,
    href: `/savings?recommendation=${id}`,
  }))
}

/** Deployments that usage events or telemetry report. */
async function readDeployments(
  warehouse: Warehouse,
  scope: Scope,
  ids: readonly string[],
  { from, to }: Days,
): Promise<AnomalyLink[]> {
  const rows = await warehouse.query<{ id: string; name: string; at: number }>(
    scope,
    `SELECT id, name, toUnixTimestamp(first) AS at FROM (
       SELECT event_id AS id, environment_name AS name, toDateTime(at, 'UTC') AS first FROM usage_event
       WHERE organization_id = {organization_id:UUID} AND activity_type = 'deploy'
         AND (environment_id IN {ids:Array(String)} OR environment_name IN {ids:Array(String)})
         AND day >= {from:Date} AND day < {to:Date}
       UNION ALL
       SELECT concat(resource_id, ' ', toString(at)) AS id, JSONExtractString(body, 'description') AS name,
         toDateTime(at, 'UTC') AS first
       FROM telemetry_item
       WHERE organization_id = {organization_id:UUID} AND signal = 'event' AND resource_id IN {ids:Array(String)}
         AND JSONExtractString(body, 'kind') = 'deploy'
         AND at >= toDateTime({from:Date}, 'UTC') AND at < toDateTime({to:Date}, 'UTC'))
     ORDER BY first DESC, id LIMIT ${maxOfAKind}`,
    { ids, from: addDays(from, -before), to },
  )
  return rows.map(({ id, name, at }) => ({
    kind: 'deployment',
    id,
    title: name ? `Deployed: ${name}` : 'Deployed',
    at: new Date(at * 1000).toISOString(),
    href: null,
  }))
}
