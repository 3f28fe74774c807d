import type { RecommendationStatus } from '@kept/domain/recommendation-status.ts'

export const statusLabels: Record<RecommendationStatus, string> = {
  open: 'Open',
  accepted: 'Accepted',
  done: 'Done',
  verifying: 'Verifying',
  verified: 'Resolved',
  regressed: 'Reopened',
  dismissed: 'Dismissed',
  snoozed: 'Snoozed',
  gone: 'No longer detected',
}
