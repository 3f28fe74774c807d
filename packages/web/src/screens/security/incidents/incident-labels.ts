import type { SecurityIncident } from '@kept/contract/routes/security-incidents.ts'
import type { IncidentStatus } from '@kept/domain/security-incident-states.ts'
import { counted } from '@kept/foundation/format/number.ts'

export const statusLabels: Record<IncidentStatus, string> = {
  open: 'Open',
  investigating: 'Investigating',
  mitigated: 'Mitigated',
  resolved: 'Resolved',
  closed: 'Closed',
}

/** What a button says that changes the status. */
export const transitionLabels: Record<IncidentStatus, string> = {
  open: 'Open again',
  investigating: 'Start investigating',
  mitigated: 'Mark mitigated',
  resolved: 'Mark resolved',
  closed: 'Close',
}

export const sourceLabels: Record<SecurityIncident['source'], string> = {
  manual: 'A user',
  loop: 'Loop',
  anomaly: 'Anomaly',
  check: 'Check',
  security_event: 'Security event',
}

/** "Lasted 7 h 45 min", or "Going on for 22 min" while nothing has ended it. */
export function describeDuration(incident: SecurityIncident, now: number): string {
  const isOngoing = incident.mitigated_at === null && incident.resolved_at === null
  return `${isOngoing ? 'Going on for' : 'Lasted'} ${durationOf(incident, now)}`
}

/** From its opening until it was mitigated or resolved: "7 h 45 min". */
export function durationOf({ opened_at, mitigated_at, resolved_at }: SecurityIncident, now: number): string {
  const end = mitigated_at ?? resolved_at
  const minutes = Math.max(0, Math.round(((end === null ? now : Date.parse(end)) - Date.parse(opened_at)) / 60_000))
  if (minutes < 60) return `${minutes} min`
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
  return counted(Math.floor(minutes / 1440), 'day')
}
