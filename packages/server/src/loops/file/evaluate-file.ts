/** Evaluates a telemetry file with a detector of its own, spans in order of time; nothing is stored yet. */
import { createReadStream } from 'node:fs'
import { readTelemetry } from '@kept/connectors/telemetry/read-telemetry.ts'
import type { LoopRule } from '@kept/domain/loop-rule.ts'
import type { ChangeEvent, LogRecord, MetricPoint, Span, TelemetrySink } from '@kept/domain/span.ts'
import type { Surroundings } from '@kept/engine/loops/circumstances.ts'
import { InTimeOrder } from '@kept/engine/loops/in-time-order.ts'
import type { Incident } from '@kept/engine/loops/incidents.ts'
import { LoopDetector } from '@kept/engine/loops/loop-detector.ts'
import type { TelemetryItem } from '@kept/store/telemetry/items.ts'
import { GatheredTelemetry } from '../../telemetry/public/gathered-telemetry.ts'
import { TelemetrySample } from '../telemetry-sampler.ts'

export interface FileToEvaluate {
  path: string
  /** The sender's name of the file, for messages. */
  name: string
  rules: readonly LoopRule[]
}

/** The result, as it is passed between processes: no methods. */
export interface EvaluatedFile {
  incidents: readonly Incident[]
  surroundings: Surroundings
  items: number
  scanned: { spans: number; traces: number; series: number }
  dropped: ReadonlyMap<string, number>
}

const batchSize = 2_000
/** Spans held in memory for sorting: half of the command line's limit, because the server shares its machine. */
const maxHeld = 200_000

interface FileEvaluation {
  evaluated: EvaluatedFile
  sample: TelemetrySample
}

export async function evaluateFile({ path, name, rules }: FileToEvaluate): Promise<FileEvaluation> {
  const chunks = createReadStream(path, { highWaterMark: 1 << 18 })
  return evaluateTelemetry(rules, (sink) => readTelemetry(chunks, name, sink))
}

export async function evaluateTelemetry(
  rules: readonly LoopRule[],
  read: (sink: TelemetrySink) => Promise<void>,
): Promise<FileEvaluation> {
  const detector = new LoopDetector({ rules })
  const inOrder = new InTimeOrder(detector, maxHeld)
  const sample = new TelemetrySample({ spansOfMinute: 50_000, othersOfMinute: 50_000 })
  let items = 0
  let pending = new GatheredTelemetry()
  /** To the detector, and to the sample that is stored. */
  const toBoth =
    <Item>(evaluated: (item: Item) => void, gathered: (item: Item, target: GatheredTelemetry) => void) =>
    (item: Item) => {
      evaluated(item)
      gathered(item, pending)
      items += 1
      if (pending.items < batchSize) return
      sample.add(pending)
      pending = new GatheredTelemetry()
    }
  await read({
    span: toBoth<Span>(
      (item) => inOrder.span(item),
      (item, target) => target.span(item),
    ),
    metric: toBoth<MetricPoint>(
      (item) => inOrder.metric(item),
      (item, target) => target.metric(item),
    ),
    log: toBoth<LogRecord>(
      (item) => inOrder.log(item),
      (item, target) => target.log(item),
    ),
    event: toBoth<ChangeEvent>(
      (item) => inOrder.event(item),
      (item, target) => target.event(item),
    ),
    reject: (count, reason) => inOrder.reject(count, reason),
  })
  sample.add(pending)
  inOrder.finish()
  detector.finish()
  return {
    evaluated: {
      incidents: detector.incidents.all,
      surroundings: detector.surroundings,
      items,
      scanned: { spans: detector.spans, traces: inOrder.traces ?? detector.traces, series: detector.series.size },
      dropped: detector.dropped,
    },
    sample,
  }
}

/** The stored sample of a file, in chunks that do not block the receiving process. */
export function* inPieces(sample: TelemetrySample, maxItems = 5_000): Generator<TelemetryItem[]> {
  const items = sample.drain(true)
  for (let index = 0; index < items.length; index += maxItems) yield items.slice(index, index + maxItems)
}
