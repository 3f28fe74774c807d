/** The spans behind what was found, by a second look at the files: the watch forgets a span as soon as it is summed. */
import { createReadStream } from 'node:fs'
import { readTelemetry } from '@kept/connectors/telemetry/read-telemetry.ts'
import type { Span } from '@kept/domain/span.ts'
import type { Recorded } from '@kept/engine/loops/record.ts'

const mostOfTrace = 2_000

export async function readTracesOf(files: readonly string[], found: readonly Recorded[]): Promise<Map<string, Span[]>> {
  const traces = new Map<string, Span[]>(found.flatMap(({ evidence }) => evidence.trace_ids.map((id) => [id, []])))
  if (traces.size === 0) return traces
  const nothing = () => undefined
  const sink = {
    span(span: Span) {
      const trace = traces.get(span.traceId)
      if (trace && trace.length < mostOfTrace) trace.push(span)
    },
    metric: nothing,
    log: nothing,
    event: nothing,
    // Said by the first look.
    reject: nothing,
  }
  for (const file of files) await readTelemetry(createReadStream(file, { highWaterMark: 1 << 18 }), file, sink)
  return traces
}
