/** Alerts in words and lists, with nothing else behind them: screens read these without the schemas. */

import { keysOf } from '@kept/foundation/keys.ts'
import type { Permission } from './permission.ts'

/** The kinds of alert events, what their amount means, and whether they have a severity. */
export const alertKinds = {
  anomaly: { label: 'Cost anomalies', amount: 'cost above expected', graded: true },
  metric_anomaly: { label: 'Metric anomalies', amount: 'none', graded: true },
  budget: { label: 'Budgets', amount: 'actual or forecast spend', graded: true },
  /** No incident: nothing is worse than it was. */
  recommendation: { label: 'New recommendations', amount: 'estimated monthly savings', graded: false },
  loop: { label: 'Runaway loops', amount: 'cost so far', graded: true },
  savings_regression: { label: 'Reversed savings', amount: 'monthly savings lost', graded: true },
  billing: { label: 'Billing alerts', amount: 'fee, spend, amount due or credit', graded: true },
  /** Something to decide: it has no severity. */
  approval: { label: 'Approvals', amount: 'estimated monthly savings', graded: false },
  autopilot: { label: 'Autopilot', amount: 'none', graded: true },
  import_failed: { label: 'Failed imports', amount: 'none', graded: true },
  /** What the audit log says of threats: sign-ins, API keys, permissions, policies, scans. */
  security: { label: 'Security alerts', amount: 'none', graded: true },
} as const satisfies Record<string, { label: string; amount: string; graded: boolean }>
export type AlertKind = keyof typeof alertKinds
export const alertKindNames = keysOf(alertKinds)

/** What someone needs to read alerts of a kind, in addition to reading notifications. */
const alertKindNeeds: Partial<Record<AlertKind, Permission>> = { security: 'security:read' }

/** The kinds whose alerts someone with these permissions may not read, send anywhere or receive. */
export function alertKindsHiddenFrom(permissions: readonly Permission[]): AlertKind[] {
  return alertKindNames.filter((kind) => {
    const needed = alertKindNeeds[kind]
    return needed !== undefined && !permissions.includes(needed)
  })
}

/** From the least to the worst. */
export const alertSeverities = ['low', 'medium', 'high', 'critical'] as const
export type AlertSeverity = (typeof alertSeverities)[number]

/** What an event can be filtered by; the words are those of the cube where it has them. */
export const alertLabels = {
  provider: 'Provider',
  sub_account: 'Account',
  service: 'Service',
  region: 'Region',
  resource: 'Resource',
  metric: 'Metric',
  rule: 'Savings rule, loop type or security event',
  team: 'Team',
  tag: 'Tag, as env=production',
  budget: 'Budget',
  owner: 'Owner',
} as const
export type AlertLabel = keyof typeof alertLabels
/** A tag that names a team, however it is prefixed: "Team", "user:team", "label_squad". */
export const isTeamKey = (key: string) => /(^|[^a-z])(team|squad)$/i.test(key)
export const alertLabelNames = keysOf(alertLabels)

export const channelKinds = ['email', 'slack', 'teams', 'webhook', 'jira', 'github', 'gitlab'] as const
export type ChannelKind = (typeof channelKinds)[number]

/** The channels in which Kept opens issues: one for each incident, or for what a person makes a ticket of. */
export const issueTrackers = ['jira', 'github', 'gitlab'] as const satisfies readonly ChannelKind[]
export type IssueTracker = (typeof issueTrackers)[number]

export function isIssueTracker(kind: ChannelKind): kind is IssueTracker {
  return issueTrackers.some((tracker) => tracker === kind)
}

/** The channels whose repository Kept changes with a pull request. GitLab calls it a merge request. */
const repositoryHosts = ['github', 'gitlab'] as const satisfies readonly ChannelKind[]
export type RepositoryHost = (typeof repositoryHosts)[number]

export function isRepositoryHost(kind: ChannelKind): kind is RepositoryHost {
  return repositoryHosts.some((host) => host === kind)
}

export const deliveryStatuses = ['waiting', 'sending', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]
