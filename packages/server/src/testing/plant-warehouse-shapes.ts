/** For tests: values of warehouse columns that are read by a schema, with a canary in them, by 'table.column'. */
import type { Span } from '@kept/domain/span.ts'

export function warehouseShapesWith(canary: string): Record<string, string> {
  // The load that `plant` publishes: what is in no load is invisible to everyone.
  const load = `load-${canary}`
  return {
    'billing_period.load_id': load,
    'contract_commitment.load_id': load,
    'invoice_detail.load_id': load,
    'telemetry_item.body': JSON.stringify(spanWith(canary)),
    'telemetry_item.signal': 'span',
    'usage_event.activity_type': 'ide_session',
    'usage_event.time_zone': 'UTC',
  }
}

function spanWith(canary: string): Span {
  return {
    ...{ traceId: canary, spanId: canary, parentSpanId: '', name: canary, kind: 'server', status: 'ok' },
    ...{ startMs: 0, durationMs: 1, probability: 1, links: [], facts: { endpoint: canary } },
    resource: {
      ...{ id: canary, name: canary, kind: 'compute', provider: null, region: canary, instance: canary },
      ...{ version: canary, critical: false, bulk: false },
    },
  }
}
