/** Logs: one JSON line per event, request ids in every line, secrets never. */
import { trace } from '@opentelemetry/api'
import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

const secrets = ['password', 'token', 'authorization', 'cookie', 'secret', 'api_key', 'access_token', 'set-cookie']

/** Writes to the standard output by default. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: undefined,
    mixin: traceOfLine,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: secrets.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
      censor: '[redacted]',
    },
  }
  return destination === undefined ? pino(options) : pino(options, destination)
}

/** The trace that a line belongs to; nothing when Kept is not traced. */
function traceOfLine(): object {
  const span = trace.getActiveSpan()?.spanContext()
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {}
}

/** URLs can contain passwords (postgres://user:secret@host): they are redacted. */
export function withoutPassword(url: string): string {
  const parsed = URL.parse(url)
  return parsed ? `${parsed.protocol}//${parsed.host}${parsed.pathname}` : '(not a URL)'
}
