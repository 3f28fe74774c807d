/** An audit event as a syslog message (RFC 5424), and its frame for a stream (RFC 5425, section 4.3). */
import type { AuditEvent, AuditOutcome } from '@kept/domain/audit.ts'

/** "Log audit", table 1 of RFC 5424. */
const FACILITY = 13
/** Table 2: informational, warning, error. */
const severities: Record<AuditOutcome, number> = { allowed: 6, denied: 4, failed: 3 }
/** The largest `sequenceId` (RFC 5424, section 7.3.1); it starts again from 1. */
const MAX_SEQUENCE_ID = 2_147_483_647

interface SyslogSender {
  /** Host name of this Kept. */
  host: string
  version: string
}

/**
 * The content is the event as JSON on one line, in UTF-8 without a byte order mark, as JSON (RFC 8259) wants it. The
 * structured data uses elements that IANA registered, since others need an enterprise number.
 */
export function syslogMessage(event: AuditEvent, { host, version }: SyslogSender): string {
  const priority = FACILITY * 8 + severities[event.outcome]
  const sequence = ((event.seq - 1) % MAX_SEQUENCE_ID) + 1
  const data = `[meta sequenceId="${sequence}"][origin software="Kept" swVersion="${parameterValue(version, 32)}"]`
  return `<${priority}>1 ${event.created_at} ${headerField(host, 255)} kept - ${headerField(event.action, 32)} ${data} ${JSON.stringify(event)}`
}

/** The number of bytes stands before each message. */
export function syslogFrame(message: string): Uint8Array {
  const content = new TextEncoder().encode(message)
  const length = new TextEncoder().encode(`${content.length} `)
  const frame = new Uint8Array(length.length + content.length)
  frame.set(length)
  frame.set(content, length.length)
  return frame
}

/** Visible ASCII without spaces; "-" for nothing. */
function headerField(text: string, maxLength: number): string {
  return text.replaceAll(/[^\x21-\x7e]/g, '').slice(0, maxLength) || '-'
}

/** Quotes, backslashes and closing brackets are escaped in a value (section 6.3.3). */
function parameterValue(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replaceAll(/["\\\]]/g, '\\$&')
}
