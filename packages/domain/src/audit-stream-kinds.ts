/** The kinds of audit streams, apart from their schemas, so that screens carry none. */

export const auditStreamKinds = ['syslog', 'webhook', 's3'] as const
export type AuditStreamKind = (typeof auditStreamKinds)[number]

/** Of an organization. */
export const MAX_AUDIT_STREAMS = 5
/** Syslog over TLS (RFC 5425). */
export const SYSLOG_TLS_PORT = 6514
