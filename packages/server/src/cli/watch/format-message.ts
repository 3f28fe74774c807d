import type { LiveMessage } from '@kept/client/live-connection.ts'

/** Formats "14:02:11 alert: Budget "All clouds" has passed 80%", in local time. */
export function formatMessage({ type, payload, at }: LiveMessage): string {
  const kinds = {
    metrics_update: 'update',
    cost_alert: 'alert',
    security_alert: 'security',
    audit_event: 'audit',
  } as const
  const time = new Date(at).toLocaleTimeString('en-US', { hour12: false })
  const text = String(payload.title ?? payload.summary ?? payload.kind ?? '').replaceAll(/\p{Cc}/gu, ' ')
  return `${time} ${kinds[type]}: ${text}`
}
