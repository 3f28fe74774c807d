/** OTLP protobuf requests for benchmarks: generated once, and given new ids and times for each sending. */
import { exportTraces } from '@kept/connectors/telemetry/testing/write-protobuf.ts'
import type { Span } from '@kept/domain/span.ts'

export const serviceCount = 40
const services = Array.from({ length: serviceCount }, (_, index) => `service-${index}`)

export interface TraceRequest {
  bytes: Uint8Array
  /** The offsets of ids and times, which are overwritten. */
  traces: number[]
  times: number[]
}

/** Marks that cannot occur otherwise are searched for once, and overwritten for each sending. */
export function makeTraceRequests(perRequest: number): TraceRequest[] {
  return Array.from({ length: 20 }, (_, variant) => {
    const groups = services.slice(0, 10).map((_, level) => ({
      service: services[(level * 3 + variant) % services.length] as string,
      spans: [] as { span: Span; attributes: Record<string, string | number> }[],
    }))
    for (let trace = 0; trace < perRequest / 10; trace += 1) {
      groups.forEach(({ spans }, level) => {
        const hex = (value: number) => (value + 1).toString(16).padStart(16, '0')
        const span = {
          traceId: `fedcba98765432100000${(trace + 1).toString(16).padStart(12, '0')}`,
          spanId: hex(trace * 10 + level),
          parentSpanId: level === 0 ? '' : hex(trace * 10 + level - 1),
          name: `operation-${(variant * 7 + level) % 60}`,
          kind: level % 2 === 0 ? 'server' : 'client',
          status: 'unset',
          startMs: 1_772_524_800_000,
          durationMs: 20,
        } as Span
        spans.push({
          span,
          attributes: {
            'http.request.method': 'GET',
            'http.response.status_code': 200,
            'http.route': `/v1/things/${level}`,
            'net.peer.name': 'somewhere',
            'user.id': `user-${trace}`,
            'http.response.body.size': 1000 + trace,
          },
        })
      })
    }
    const bytes = exportTraces(groups)
    const view = new DataView(bytes.buffer)
    const traces: number[] = []
    const times: number[] = []
    const [first, last] = [1_772_524_800_000n * 1_000_000n, 1_772_524_800_020n * 1_000_000n]
    for (let offset = 0; offset + 10 < bytes.length; offset += 1) {
      if (view.getUint32(offset) === 0xfedcba98) traces.push(offset)
      if (bytes[offset] === 0x39 && view.getBigUint64(offset + 1, true) === first) times.push(offset + 1)
      if (bytes[offset] === 0x41 && view.getBigUint64(offset + 1, true) === last) times.push(offset + 1)
    }
    return { bytes, traces, times }
  })
}

/** Gives the spans of a request new trace ids and times. */
export function stampRequest({ bytes, traces, times }: TraceRequest, sentSpans: number, nowMs: number): void {
  const view = new DataView(bytes.buffer)
  for (const offset of traces) view.setUint32(offset + 4, sentSpans + 1)
  const nanos = BigInt(Math.round(nowMs)) * 1_000_000n
  for (const offset of times) view.setBigUint64(offset, nanos + (bytes[offset - 1] === 0x41 ? 20_000_000n : 0n), true)
}
