/** Which changes of an incident are still to be notified. */
import { type Anomaly, type AnomalySeverity, anomalySeverities } from '@kept/domain/anomaly.ts'

/** New, more severe than notified before, or over. */
export type AnomalyNews = 'new' | 'worse' | 'over'

interface NotificationState {
  status: Anomaly['status']
  severity: AnomalySeverity
  /** The highest severity that was notified; null when none was. */
  notified_severity: AnomalySeverity | null
  notified_over: boolean
}

/** Each incident is notified once, again for every higher severity, and once when it is over. */
export function newsOf({
  status,
  severity,
  notified_severity: lastSeverity,
  notified_over,
}: NotificationState): AnomalyNews | null {
  if (lastSeverity === null) return status === 'withdrawn' ? null : 'new'
  // An incident that started and ended between two evaluations is notified as over only.
  if (status !== 'open') return notified_over ? null : 'over'
  return anomalySeverities.indexOf(severity) > anomalySeverities.indexOf(lastSeverity) ? 'worse' : null
}

/** The columns to store with an incident after this notification. */
export const notifiedAfter = (update: AnomalyNews, { severity }: Pick<NotificationState, 'severity'>) =>
  update === 'over' ? { notified_over: true } : { notified_severity: severity }
