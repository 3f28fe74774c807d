/** Runs the loop detector on telemetry files, with spans in order of time. */
import { createReadStream, statSync } from 'node:fs'
import { readTelemetry } from '@kept/connectors/telemetry/read-telemetry.ts'
import { badInput } from '@kept/domain/errors.ts'
import type { EvidenceSpan } from '@kept/domain/loop.ts'
import type { IterationPrice } from '@kept/domain/loop-price.ts'
import type { LoopRule } from '@kept/domain/loop-rule.ts'
import type { TelemetrySink } from '@kept/domain/span.ts'
import { circumstancesOf } from '@kept/engine/loops/circumstances.ts'
import { evidenceSpans } from '@kept/engine/loops/evidence-spans.ts'
import { InTimeOrder } from '@kept/engine/loops/in-time-order.ts'
import { LoopDetector } from '@kept/engine/loops/loop-detector.ts'
import { type Recorded, recordOf } from '@kept/engine/loops/record.ts'
import { codeOf } from '@kept/foundation/thrown.ts'
import { readTracesOf } from './read-traces.ts'

/** A loop with the spans that are its evidence. */
export interface ScannedLoop extends Recorded {
  spans: EvidenceSpan[]
}

export interface LoopScan {
  loops: ScannedLoop[]
  suspected: ScannedLoop[]
  scanned: { spans: number; traces: number; series: number }
  dropped: Record<string, number>
}

export async function scanFiles(
  files: readonly string[],
  {
    rules,
    prices,
    sampled,
  }: { rules: readonly LoopRule[] | undefined; prices: readonly IterationPrice[]; sampled?: number | undefined },
): Promise<LoopScan> {
  const detector = new LoopDetector({ rules, sampled })
  const inOrder = new InTimeOrder(detector)
  let itemCount = 0
  const counted: TelemetrySink = {
    span(span) {
      itemCount += 1
      inOrder.span(span)
    },
    metric(point) {
      itemCount += 1
      inOrder.metric(point)
    },
    log(record) {
      itemCount += 1
      inOrder.log(record)
    },
    event(event) {
      itemCount += 1
      inOrder.event(event)
    },
    reject: (items, reason) => inOrder.reject(items, reason),
  }
  for (const file of files) {
    assertReadable(file)
    await readTelemetry(createReadStream(file, { highWaterMark: 1 << 18 }), file, counted)
  }
  inOrder.finish()
  detector.finish()
  if (itemCount === 0) refuseUnread(detector.dropped, files)
  const recorded = (state: (state: string) => boolean) =>
    detector.incidents.all
      .filter((incident) => state(incident.confirmedMinute === undefined ? 'suspected' : 'confirmed'))
      .map((incident) => recordOf(incident, circumstancesOf(incident, detector.surroundings), { prices, lists: true }))
  const [loops, suspected] = [recorded((state) => state === 'confirmed'), recorded((state) => state === 'suspected')]
  const traces = await readTracesOf(files, loops.concat(suspected))
  const toScannedLoop = (loop: Recorded): ScannedLoop => ({
    ...loop,
    spans: evidenceSpans(loop.evidence.trace_ids.flatMap((id) => traces.get(id) ?? [])),
  })
  return {
    loops: loops.map(toScannedLoop),
    suspected: suspected.map(toScannedLoop),
    scanned: { spans: detector.spans, traces: inOrder.traces ?? detector.traces, series: detector.series.size },
    dropped: Object.fromEntries(detector.dropped),
  }
}

/** Fails when no record could be read, instead of reporting no loops. */
function refuseUnread(dropped: ReadonlyMap<string, number>, files: readonly string[]): void {
  if (dropped.size === 0) return
  const reasons = [...dropped].map(([reason, items]) => `${items} ${reason}`).join(', ')
  throw badInput(`No record of ${files.join(', ')} could be read: ${reasons}.`)
}

function assertReadable(file: string): void {
  try {
    if (statSync(file).isDirectory()) throw badInput(`${file} is a folder. Pass the files in it.`)
  } catch (cause) {
    const code = codeOf(cause)
    if (code === 'ENOENT') throw badInput(`File not found: ${file}`)
    if (code === 'EACCES') throw badInput(`No permission to read ${file}.`)
    throw cause
  }
}
