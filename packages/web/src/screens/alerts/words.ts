/** Rules, channels and deliveries in words. */
import type { AlertChannel, AlertDelivery } from '@kept/contract/routes/alerts.ts'
import type { AlertRule, AlertSchedule } from '@kept/domain/alert.ts'
import { alertKinds, alertLabels, type ChannelKind, type DeliveryStatus } from '@kept/domain/alert-words.ts'
import { formatMoney } from '@kept/ui/format/money.ts'
import { severityWords } from '../../alerts/severity-words.ts'
import { weekdays } from '../../alerts/weekdays.ts'

export const channelWords: Record<ChannelKind, { label: string; words: string }> = {
  email: { label: 'E-mail', words: 'A letter; what belongs to one incident is one conversation.' },
  slack: { label: 'Slack', words: 'To the address of an incoming webhook.' },
  teams: { label: 'Microsoft Teams', words: 'To the address of a workflow that takes webhook requests.' },
  webhook: { label: 'Webhook', words: 'Signed JSON to an address of yours.' },
  jira: { label: 'Jira', words: 'An issue for each incident; later news are comments on it.' },
}

export const statusWords: Record<DeliveryStatus, { label: string; tone: 'plain' | 'fact' | 'leak' | 'watch' }> = {
  waiting: { label: 'waiting', tone: 'watch' },
  sending: { label: 'being sent', tone: 'fact' },
  delivered: { label: 'delivered', tone: 'plain' },
  failed: { label: 'given up', tone: 'leak' },
}

const dayWords = (days: readonly number[]) =>
  days.length === 7 ? 'every day' : days.map((day) => (weekdays[day - 1] ?? '').slice(0, 3)).join(', ')

/** "Anomalies and budgets; high and above; from 100.00 USD; provider AWS." */
export function ruleWords({ kinds, min_severity, min_amount, filters }: Omit<AlertRule, 'id'>): string {
  return [
    joined(kinds.map((kind) => alertKinds[kind].label.toLowerCase())),
    min_severity === 'low' ? '' : severityWords[min_severity].toLowerCase(),
    min_amount === null ? '' : `from ${formatMoney(min_amount.amount, min_amount.currency)}`,
    ...filters.map(({ label, values }) => `${alertLabels[label].toLowerCase()} ${values.join(' or ')}`),
  ]
    .filter(Boolean)
    .join('; ')
    .replace(/^./, (first) => first.toUpperCase())
}

/** "Told daily at 09:00; quiet Mon, Tue 20:00 to 08:00; critical ones at once; Europe/Berlin." */
export function scheduleWords({ digest, quiet, critical_passes, zone }: AlertSchedule): string {
  const when =
    digest === null
      ? 'Told as they come'
      : digest.every === 'hourly'
        ? 'Gathered, told every hour'
        : digest.every === 'daily'
          ? `Gathered, told daily at ${digest.at}`
          : `Gathered, told on ${weekdays[digest.weekday - 1]} at ${digest.at}`
  const waits = digest !== null || quiet.length > 0
  return [
    when,
    ...quiet.map(({ days, from, to }) => `quiet ${dayWords(days)} ${from} to ${to}`),
    waits && critical_passes ? 'critical ones at once' : '',
    waits ? `by the clock of ${zone}` : '',
  ]
    .filter(Boolean)
    .join('; ')
}

export function whereWords({ settings, host }: AlertChannel): string {
  if (settings.kind === 'jira') return `${host}, project ${settings.project}`
  if (settings.kind !== 'email') return host
  const { recipients, to_owners } = settings
  return [...recipients, ...(to_owners ? ['the owners of the rule'] : [])].join(', ')
}

export function deliveryWords({ kind, rules }: Pick<AlertDelivery, 'kind' | 'rules'>): string {
  if (kind === 'test') return 'A test'
  return `${kind === 'digest' ? 'Several in one' : 'One incident'}, by ${joined(rules.map((name) => `"${name}"`))}`
}

export function joined(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

export function listOf(text: string): string[] {
  return [...new Set(text.split(',').map((part) => part.trim()))].filter(Boolean)
}
