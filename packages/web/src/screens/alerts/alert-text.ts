/** Labels and descriptions of rules, channels, and deliveries. */
import type { AlertChannel, AlertDelivery } from '@kept/contract/routes/alerts.ts'
import type { AlertRule, AlertSchedule } from '@kept/domain/alert.ts'
import { alertKinds, alertLabels, type ChannelKind, type DeliveryStatus } from '@kept/domain/alert-labels.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { severityLabels } from '../../alerts/severity-labels.ts'
import { weekdays } from '../../alerts/weekdays.ts'

export const channelLabels: Record<ChannelKind, { label: string; description: string }> = {
  email: { label: 'Email', description: 'One email thread per incident.' },
  slack: { label: 'Slack', description: 'Sends to an incoming webhook.' },
  teams: { label: 'Microsoft Teams', description: 'Sends to a workflow with a webhook trigger.' },
  webhook: { label: 'Webhook', description: 'Sends signed JSON to your URL.' },
  jira: { label: 'Jira', description: 'Creates an issue per incident and adds updates as comments.' },
  github: { label: 'GitHub', description: 'Creates an issue per incident and adds updates as comments.' },
  gitlab: { label: 'GitLab', description: 'Creates an issue per incident and adds updates as comments.' },
}

export const statusLabels: Record<DeliveryStatus, { label: string; tone: 'plain' | 'fact' | 'leak' | 'watch' }> = {
  waiting: { label: 'Waiting', tone: 'watch' },
  sending: { label: 'Sending', tone: 'fact' },
  delivered: { label: 'Delivered', tone: 'plain' },
  failed: { label: 'Failed', tone: 'leak' },
}

const formatDate = (days: readonly number[]) =>
  days.length === 7 ? 'every day' : days.map((day) => (weekdays[day - 1] ?? '').slice(0, 3)).join(', ')

/** "Anomalies and budgets; high and above; $100.00 or more; provider AWS". */
export function describeRule({ kinds, min_severity, min_amount, filters }: Omit<AlertRule, 'id'>): string {
  return [
    joined(kinds.map((kind) => alertKinds[kind].label.toLowerCase())),
    min_severity === 'low' ? '' : severityLabels[min_severity].toLowerCase(),
    min_amount === null ? '' : `${formatMoney(min_amount.amount, min_amount.currency)} or more`,
    ...filters.map(({ label, values }) => `${alertLabels[label].toLowerCase()} ${values.join(' or ')}`),
  ]
    .filter(Boolean)
    .join('; ')
    .replace(/^./, (first) => first.toUpperCase())
}

/** "Daily digest at 09:00; quiet Mon, Tue 20:00 to 08:00; critical alerts instantly; Europe/Berlin time". */
export function describeSchedule({ digest, quiet, critical_passes, time_zone: timeZone }: AlertSchedule): string {
  const deliveryTime =
    digest === null
      ? 'Instantly'
      : digest.frequency === 'hourly'
        ? 'Hourly digest'
        : digest.frequency === 'daily'
          ? `Daily digest at ${digest.at}`
          : `Weekly digest on ${weekdays[digest.weekday - 1]} at ${digest.at}`
  const waits = digest !== null || quiet.length > 0
  return [
    deliveryTime,
    ...quiet.map(({ days, from, to }) => `quiet ${formatDate(days)} ${from} to ${to}`),
    waits && critical_passes ? 'critical alerts instantly' : '',
    waits ? `${timeZone} time` : '',
  ]
    .filter(Boolean)
    .join('; ')
}

export function describeTarget({ settings, host }: AlertChannel): string {
  if (settings.kind === 'jira') return `${host}, project ${settings.project}`
  if (settings.kind === 'github') return `${host}, repository ${settings.repository}`
  if (settings.kind === 'gitlab') return `${host}, project ${settings.repository}`
  if (settings.kind !== 'email') return host
  const { recipients, to_owners } = settings
  return [...recipients, ...(to_owners ? ['rule owners'] : [])].join(', ')
}

export function describeDelivery({ kind, rules }: Pick<AlertDelivery, 'kind' | 'rules'>): string {
  if (kind === 'test') return 'Test'
  return `${kind === 'digest' ? 'Digest' : 'Incident'}, by ${joined(rules.map((name) => `"${name}"`))}`
}

export function joined(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

export function listOf(text: string): string[] {
  return [...new Set(text.split(',').map((part) => part.trim()))].filter(Boolean)
}
