/** Where a recommendation stands in its life; recommendation-life.ts says which steps there are. */
export const recommendationStatuses = [
  'open',
  'accepted',
  'done',
  'verifying',
  'verified',
  'regressed',
  'dismissed',
  'snoozed',
  'gone',
] as const
export type RecommendationStatus = (typeof recommendationStatuses)[number]
