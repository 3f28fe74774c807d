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

/** The money of these is still being spent, and no one has decided against it. */
export const unresolvedStatuses = ['open', 'accepted', 'regressed'] as const satisfies readonly RecommendationStatus[]
