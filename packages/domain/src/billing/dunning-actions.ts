/** What a dunning step does, without its schema: screens list the actions. */
export const dunningActions = [
  'reminder',
  'second_reminder',
  'retry_charge',
  'notify_operator',
  'mark_uncollectible',
] as const
export type DunningAction = (typeof dunningActions)[number]
