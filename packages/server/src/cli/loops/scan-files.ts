/** Files through the watch, their spans in the order of time; minutes are judged when all are read. */
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
import { type Recorded, recordOf } from '@kept/engine/loops/record.ts'
import { LoopWatch } from '@kept/engine/loops/watch.ts'
import { readTracesOf } from './read-traces.ts'

/** A loop with the spans that show it. */
export interface Shown extends Recorded {
  spans: EvidenceSpan[]
}

export interface Found {
  loops: Shown[]
  suspected: Shown[]
  scanned: { spans: number; traces: number; series: number }
  dropped: Record<string, number>
}

export async function scanFiles(
  files: readonly string[],
  { rules, prices }: { rules: readonly LoopRule[] | undefined; prices: readonly IterationPrice[] },
): Promise<Found> {
  const watch = new LoopWatch({ rules })
  const inOrder = new InTimeOrder(watch)
  let taken = 0
  const counted: TelemetrySink = {
    span(span) {
      taken += 1
      inOrder.span(span)
    },
    metric(point) {
      taken += 1
      inOrder.metric(point)
    },
    log(record) {
      taken += 1
      inOrder.log(record)
    },
    event(event) {
      taken += 1
      inOrder.event(event)
    },
    reject: (items, why) => inOrder.reject(items, why),
  }
  for (const file of files) {
    assertReadable(file)
    await readTelemetry(createReadStream(file, { highWaterMark: 1 << 18 }), file, counted)
  }
  inOrder.finish()
  watch.finish()
  if (taken === 0) refuseUnread(watch.dropped, files)
  const recorded = (state: (one: string) => boolean) =>
    watch.incidents.all
      .filter((incident) => state(incident.confirmedMinute === undefined ? 'suspected' : 'confirmed'))
      .map((incident) => recordOf(incident, circumstancesOf(incident, watch.surroundings), { prices, lists: true }))
  const [loops, suspected] = [recorded((state) => state === 'confirmed'), recorded((state) => state === 'suspected')]
  const traces = await readTracesOf(files, loops.concat(suspected))
  const shown = (one: Recorded): Shown => ({
    ...one,
    spans: evidenceSpans(one.evidence.trace_ids.flatMap((id) => traces.get(id) ?? [])),
  })
  return {
    loops: loops.map(shown),
    suspected: suspected.map(shown),
    scanned: { spans: watch.spans, traces: inOrder.traces ?? watch.traces, series: watch.series.size },
    dropped: Object.fromEntries(watch.dropped),
  }
}

/** Where not one record could be read, "no loops" would be a guess. */
function refuseUnread(dropped: ReadonlyMap<string, number>, files: readonly string[]): void {
  if (dropped.size === 0) return
  const why = [...dropped].map(([what, items]) => `${items} ${what}`).join(', ')
  throw badInput(`Not one record of ${files.join(', ')} could be read: ${why}.`)
}

function assertReadable(file: string): void {
  try {
    if (statSync(file).isDirectory()) throw badInput(`${file} is a folder; name the files in it.`)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'ENOENT') throw badInput(`There is no file ${file}.`)
    if (code === 'EACCES') throw badInput(`${file} may not be read.`)
    throw cause
  }
}
