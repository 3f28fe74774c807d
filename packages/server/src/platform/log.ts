/** Logs: one JSON line per event, request ids in every line, secrets never. */
import { type Logger, pino } from 'pino'

export type Log = Logger

const secrets = ['password', 'token', 'authorization', 'cookie', 'secret', 'api_key', 'access_token', 'set-cookie']

export function createLog(level: string): Log {
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: secrets.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
      censor: '[redacted]',
    },
  })
}

/** URLs can contain passwords (postgres://user:secret@host): they are redacted. */
export function withoutPassword(url: string): string {
  const parsed = URL.parse(url)
  return parsed ? `${parsed.protocol}//${parsed.host}${parsed.pathname}` : '(not a URL)'
}
