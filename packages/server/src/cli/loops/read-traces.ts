/** Reads the spans of detected loops in a second pass, because the detector does not retain spans. */
import { createReadStream } from 'node:fs'
import { readTelemetry } from '@kept/connectors/telemetry/read-telemetry.ts'
import type { Span } from '@kept/domain/span.ts'
import type { Recorded } from '@kept/engine/loops/record.ts'

const maxTraceSpans = 2_000

export async function readTracesOf(files: readonly string[], loops: readonly Recorded[]): Promise<Map<string, Span[]>> {
  const traces = new Map<string, Span[]>(loops.flatMap(({ evidence }) => evidence.trace_ids.map((id) => [id, []])))
  if (traces.size === 0) return traces
  const ignore = () => undefined
  const sink = {
    span(span: Span) {
      const trace = traces.get(span.traceId)
      if (trace && trace.length < maxTraceSpans) trace.push(span)
    },
    metric: ignore,
    log: ignore,
    event: ignore,
    // Reported by the first pass.
    reject: ignore,
  }
  for (const file of files) await readTelemetry(createReadStream(file, { highWaterMark: 1 << 18 }), file, sink)
  return traces
}
