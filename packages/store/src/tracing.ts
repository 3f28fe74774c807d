/** Spans of Kept's own work. Without a collector the tracer records nothing, and a span costs next to nothing. */
import { type Attributes, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'

const tracerName = 'kept'

/** True inside of a trace that is recorded. */
function isTraced(): boolean {
  return trace.getActiveSpan()?.isRecording() ?? false
}

/** Runs `work` in a span; an error is recorded by its kind only, because messages can hold names of a customer. */
export function traced<T>(name: string, kind: SpanKind, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  return trace.getTracer(tracerName).startActiveSpan(name, { kind, attributes }, async (span) => {
    try {
      return await work()
    } catch (error) {
      span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  })
}

/** Runs a statement in a span with its operation. Its text stays out: it can hold credentials of a bucket. */
export function tracedStatement<T>(system: 'clickhouse', sql: string, work: () => Promise<T>): Promise<T> {
  if (!isTraced()) return work()
  const operation = operationOf(sql)
  return traced(
    `${operation} ${system}`,
    SpanKind.CLIENT,
    { 'db.system.name': system, 'db.operation.name': operation },
    work,
  )
}

/** A span for a statement that took `durationMs` until now. `sql` has placeholders instead of values. */
export function recordStatement(system: 'postgresql', sql: string, durationMs: number, failed: boolean): void {
  if (!isTraced()) return
  const operation = operationOf(sql)
  const now = Date.now()
  const span = trace.getTracer(tracerName).startSpan(`${operation} ${system}`, {
    kind: SpanKind.CLIENT,
    startTime: now - durationMs,
    attributes: {
      'db.system.name': system,
      'db.operation.name': operation,
      'db.query.text': sql.slice(0, MAX_QUERY_TEXT),
    },
  })
  if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end(now)
}

const MAX_QUERY_TEXT = 1_000

/** "SELECT", "INSERT": the first word of a statement. */
function operationOf(sql: string): string {
  return /^[\s(]*([a-z]+)/i.exec(sql)?.[1]?.toUpperCase() ?? 'QUERY'
}
