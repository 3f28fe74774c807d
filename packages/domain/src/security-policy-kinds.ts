/** The names of security policies and sign-in methods, without the schemas of `security-policy.ts`. */
export const policyKinds = [
  'second_factor',
  'session_lifetime',
  'sign_in',
  'api_keys',
  'network',
  'approvals',
  'retention',
  'required_tags',
] as const
export type PolicyKind = (typeof policyKinds)[number]

/** How a session began. `identity_provider` is the organization's own. */
export const signInMethods = ['password', 'passkey', 'google', 'github', 'identity_provider'] as const
export type SignInMethod = (typeof signInMethods)[number]

/** What the retention policy deletes by age. The savings ledger stays. */
export const retentionData = ['cost_lines', 'roll_ups', 'spans', 'metrics', 'audit'] as const
export type RetentionData = (typeof retentionData)[number]

/** The setting of each kind of data, in days. */
export const retentionSettings = {
  cost_lines: 'cost_line_days',
  roll_ups: 'roll_up_days',
  spans: 'span_days',
  metrics: 'metric_days',
  audit: 'audit_days',
} as const satisfies Record<RetentionData, string>

/** The law asks for a year of the audit log; forecasts and comparisons need a year of roll-ups. */
export const minRetentionDays: Record<RetentionData, number> = {
  cost_lines: 90,
  roll_ups: 400,
  spans: 1,
  metrics: 30,
  audit: 365,
}

/** Spans are deleted after this long in any case: the warehouse keeps no older ones. */
export const maxRetentionDays: Record<RetentionData, number> = {
  cost_lines: 3_660,
  roll_ups: 3_660,
  spans: 8,
  metrics: 3_660,
  audit: 3_660,
}
