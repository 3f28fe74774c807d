/** What of an incident is news to those who were told of it already. */
import { type Anomaly, type AnomalySeverity, anomalySeverities } from '@kept/domain/anomaly.ts'

/** New, worse than people were told, or at its end. */
export type AnomalyNews = 'new' | 'worse' | 'over'

export interface NotificationState {
  status: Anomaly['status']
  severity: AnomalySeverity
  /** The worst that was told; null when nobody was told of it. */
  notified_severity: AnomalySeverity | null
  notified_over: boolean
}

/** Each incident is told once, once more for every step it gets worse, and once when it is over. */
export function newsOf({
  status,
  severity,
  notified_severity: lastSeverity,
  notified_over,
}: NotificationState): AnomalyNews | null {
  if (lastSeverity === null) return status === 'withdrawn' ? null : 'new'
  // What came and went between two looks has its end told, not its rise.
  if (status !== 'open') return notified_over ? null : 'over'
  return anomalySeverities.indexOf(severity) > anomalySeverities.indexOf(lastSeverity) ? 'worse' : null
}

/** What stands with an incident once this was told of it. */
export const notifiedAfter = (update: AnomalyNews, { severity }: Pick<NotificationState, 'severity'>) =>
  update === 'over' ? { notified_over: true } : { notified_severity: severity }
