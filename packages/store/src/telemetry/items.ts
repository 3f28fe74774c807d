/** Recent telemetry: written in batches, read in order of time. */
import type { Scope } from '@kept/domain/scope.ts'
import type { ChangeEvent, LogRecord, MetricPoint, Span, TelemetrySink } from '@kept/domain/span.ts'
import type { Warehouse } from '../warehouse/client.ts'
import { jsonLines } from '../warehouse/json-lines.ts'

export type TelemetryItem =
  | { signal: 'span'; at: number; trace: string; body: Span }
  | { signal: 'metric'; at: number; trace: ''; body: MetricPoint }
  | { signal: 'log'; at: number; trace: string; body: LogRecord }
  | { signal: 'event'; at: number; trace: ''; body: ChangeEvent }

const structure = 'signal String, at_ms Int64, trace_id String, resource_id String, body String'

export async function writeTelemetry(
  warehouse: Warehouse,
  scope: Scope,
  items: readonly TelemetryItem[],
  received: Date,
  /** Of two calls with the same batch the second writes nothing. */
  batch?: string,
): Promise<void> {
  if (items.length === 0) return
  await warehouse.execute(
    scope,
    `INSERT INTO telemetry_item (organization_id, signal, at, trace_id, resource_id, body, received_at)
     SELECT {organization_id:UUID}, signal, fromUnixTimestamp64Milli(at_ms, 'UTC'), trace_id, resource_id, body, toDateTime({received:UInt32}, 'UTC')
     FROM input('${structure}') FORMAT JSONEachRow`,
    { received: Math.floor(received.getTime() / 1000) },
    {
      body: jsonLines(items, rowOf),
      ...(batch && {
        settings: {
          insert_deduplicate: 1,
          insert_deduplication_token: `${scope.organizationId}/${batch}`,
          deduplicate_blocks_in_dependent_materialized_views: 1,
        },
      }),
    },
  )
}

function rowOf({ signal, at, trace, body }: TelemetryItem) {
  const resource_id = body.resource.id
  return { signal, at_ms: Math.round(at), trace_id: trace, resource_id, body: JSON.stringify(body) }
}

const batchSize = 1_000

interface Replayed {
  spans: number
  points: number
  from: string | null
  to: string | null
  /** True when there was more than `most`: then the newest were read. */
  cut: boolean
}

/** Passes what arrived since `since` to the sink, oldest first. */
export async function replayTelemetry(
  warehouse: Warehouse,
  scope: Scope,
  sink: TelemetrySink,
  {
    after,
    maxItems,
    signal,
    onPiece,
  }: {
    after: Date
    maxItems: number
    /** Only one kind. */
    signal?: TelemetryItem['signal']
    /** Called between batches, with the time reached: to evaluate what is over, and to yield to other work. */
    onPiece?: (atMs: number) => Promise<void>
  },
): Promise<Replayed> {
  const rows = await warehouse.query<{ signal: TelemetryItem['signal']; body: string; at: string }>(
    scope,
    `SELECT signal, body, at FROM (
       SELECT signal, body, at FROM telemetry_item
       WHERE organization_id = {organization_id:UUID} AND received_at >= {since:DateTime}
         AND ({signal:String} = '' OR signal = {signal:String})
       ORDER BY at DESC LIMIT {limit:UInt32})
     ORDER BY at`,
    { since: Math.floor(after.getTime() / 1000), limit: maxItems + 1, signal: signal ?? '' },
  )
  const cut = rows.length > maxItems
  if (cut) rows.shift()
  const counts = { span: 0, metric: 0, log: 0, event: 0 }
  for (const [index, { signal: kind, body, at }] of rows.entries()) {
    counts[kind] += 1
    // Written above, by this module.
    const item = JSON.parse(body)
    sink[kind](item)
    if (index % batchSize === batchSize - 1) await onPiece?.(Date.parse(at))
  }
  const iso = (time: string | undefined) => (time === undefined ? null : new Date(time).toISOString())
  return { spans: counts.span, points: counts.metric, from: iso(rows[0]?.at), to: iso(rows.at(-1)?.at), cut }
}

/** The stored spans of some traces. */
export async function readTraces(warehouse: Warehouse, scope: Scope, traces: readonly string[]): Promise<Span[]> {
  const rows = await warehouse.query<{ body: string }>(
    scope,
    `SELECT body FROM telemetry_item
     WHERE organization_id = {organization_id:UUID} AND signal = 'span' AND trace_id IN {traces:Array(String)}
     ORDER BY at LIMIT 200`,
    { traces },
  )
  return rows.map(({ body }) => JSON.parse(body) as Span)
}
