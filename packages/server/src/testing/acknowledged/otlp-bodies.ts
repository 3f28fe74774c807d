/** OTLP requests as JSON, of now. */

const resource = { attributes: [{ key: 'service.name', value: { stringValue: 'checkout' } }] }
const nano = () => `${Date.now()}000000`
const hex = (value: number, length: number) => value.toString(16).padStart(length, '0')

export function traces(count: number): string {
  const spans = Array.from({ length: count }, (_, index) => ({
    traceId: hex(index + 1, 32),
    spanId: hex(index + 1, 16),
    name: 'charge',
    kind: 2,
    startTimeUnixNano: nano(),
    endTimeUnixNano: nano(),
  }))
  return JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ spans }] }] })
}

export function metrics(count: number): string {
  const dataPoints = Array.from({ length: count }, (_, index) => ({ timeUnixNano: nano(), asDouble: index }))
  const metric = { name: 'process.memory.usage', unit: 'By', gauge: { dataPoints } }
  return JSON.stringify({ resourceMetrics: [{ resource, scopeMetrics: [{ metrics: [metric] }] }] })
}

export function logs(count: number): string {
  const logRecords = Array.from({ length: count }, (_, index) => ({
    timeUnixNano: nano(),
    severityNumber: 9,
    body: { stringValue: `order ${index}` },
  }))
  return JSON.stringify({ resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }] })
}
