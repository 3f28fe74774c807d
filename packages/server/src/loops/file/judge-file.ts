/** A file of telemetry through a watch of its own, its spans in the order of time; nothing of it is kept anywhere yet. */
import { createReadStream } from 'node:fs'
import { readTelemetry } from '@kept/connectors/telemetry/read-telemetry.ts'
import type { LoopRule } from '@kept/domain/loop-rule.ts'
import type { ChangeEvent, LogRecord, MetricPoint, Span, TelemetrySink } from '@kept/domain/span.ts'
import type { Surroundings } from '@kept/engine/loops/circumstances.ts'
import { InTimeOrder } from '@kept/engine/loops/in-time-order.ts'
import type { Incident } from '@kept/engine/loops/incidents.ts'
import { LoopWatch } from '@kept/engine/loops/watch.ts'
import type { TelemetryItem } from '@kept/store/telemetry/items.ts'
import { GatheredTelemetry } from '../../platform/telemetry-sink.ts'
import { KeptPart } from '../keep-some.ts'

export interface FileToJudge {
  path: string
  /** What the sender calls it, for sentences. */
  name: string
  rules: readonly LoopRule[]
}

/** What was found, as it crosses from one process to another: no methods. */
export interface JudgedFile {
  incidents: readonly Incident[]
  surroundings: Surroundings
  items: number
  scanned: { spans: number; traces: number; series: number }
  dropped: ReadonlyMap<string, number>
}

const piece = 2_000
/** Spans held to put them in order: half of what the command line takes, for the server is not alone on its machine. */
const mostHeld = 200_000

interface Judged {
  judged: JudgedFile
  kept: KeptPart
}

export async function judgeFile({ path, name, rules }: FileToJudge): Promise<Judged> {
  const chunks = createReadStream(path, { highWaterMark: 1 << 18 })
  return judgeTelemetry(rules, (sink) => readTelemetry(chunks, name, sink))
}

export async function judgeTelemetry(
  rules: readonly LoopRule[],
  read: (sink: TelemetrySink) => Promise<void>,
): Promise<Judged> {
  const watch = new LoopWatch({ rules })
  const inOrder = new InTimeOrder(watch, mostHeld)
  const kept = new KeptPart({ spansOfMinute: 50_000, othersOfMinute: 50_000 })
  let items = 0
  let pending = new GatheredTelemetry()
  /** To the watch, and to the part that is kept. */
  const both =
    <Item>(judged: (one: Item) => void, gathered: (one: Item, into: GatheredTelemetry) => void) =>
    (one: Item) => {
      judged(one)
      gathered(one, pending)
      items += 1
      if (pending.items < piece) return
      kept.add(pending)
      pending = new GatheredTelemetry()
    }
  await read({
    span: both<Span>(
      (one) => inOrder.span(one),
      (one, into) => into.span(one),
    ),
    metric: both<MetricPoint>(
      (one) => inOrder.metric(one),
      (one, into) => into.metric(one),
    ),
    log: both<LogRecord>(
      (one) => inOrder.log(one),
      (one, into) => into.log(one),
    ),
    event: both<ChangeEvent>(
      (one) => inOrder.event(one),
      (one, into) => into.event(one),
    ),
    reject: (count, why) => inOrder.reject(count, why),
  })
  kept.add(pending)
  inOrder.finish()
  watch.finish()
  return {
    judged: {
      incidents: watch.incidents.all,
      surroundings: watch.surroundings,
      items,
      scanned: { spans: watch.spans, traces: inOrder.traces ?? watch.traces, series: watch.series.size },
      dropped: watch.dropped,
    },
    kept,
  }
}

/** What is kept of a file, in pieces that cross to another process without holding it up. */
export function* inPieces(kept: KeptPart, most = 5_000): Generator<TelemetryItem[]> {
  const items = kept.take(true)
  for (let at = 0; at < items.length; at += most) yield items.slice(at, at + most)
}
