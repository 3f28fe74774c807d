/** What of an incident is news to those who were told of it already. */
import { type Anomaly, type AnomalySeverity, anomalySeverities } from '@kept/domain/anomaly.ts'

/** New, worse than people were told, or at its end. */
export type AnomalyNews = 'new' | 'worse' | 'over'

export interface Told {
  status: Anomaly['status']
  severity: AnomalySeverity
  /** The worst that was told; null when nobody was told of it. */
  told_severity: AnomalySeverity | null
  told_over: boolean
}

/** Each incident is told once, once more for every step it gets worse, and once when it is over. */
export function newsOf({ status, severity, told_severity: told, told_over }: Told): AnomalyNews | null {
  if (told === null) return status === 'withdrawn' ? null : 'new'
  // What came and went between two looks has its end told, not its rise.
  if (status !== 'open') return told_over ? null : 'over'
  return anomalySeverities.indexOf(severity) > anomalySeverities.indexOf(told) ? 'worse' : null
}

/** What stands with an incident once this was told of it. */
export const toldAfter = (news: AnomalyNews, { severity }: Pick<Told, 'severity'>) =>
  news === 'over' ? { told_over: true } : { told_severity: severity }
