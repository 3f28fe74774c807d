/** The text of a message, the same in every channel. */

import type { AlertEvent } from '@kept/domain/alert.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import type { Message } from './channel.ts'

/** Events listed in one message. The rest is counted. */
const maxListed = 10

export function moneyOf({ amount, currency }: Pick<AlertEvent, 'amount' | 'currency'>): string {
  if (amount === null || currency === null) return ''
  return formatMoney(amount, currency)
}

/** Sorts by severity, then by amount. Amounts in different currencies keep their order in time. */
export function listed({ events }: Message): { listedEvents: Message['events']; more: number } {
  const weight = { critical: 3, high: 2, medium: 1, low: 0 }
  const sorted = [...events].sort((a, b) => {
    if (a.severity !== b.severity) return weight[b.severity] - weight[a.severity]
    return a.currency === b.currency ? Number(b.amount ?? 0) - Number(a.amount ?? 0) : 0
  })
  return { listedEvents: sorted.slice(0, maxListed), more: Math.max(0, sorted.length - maxListed) }
}

const defaultReason = 'you manage its security and no alert rule sends it'

/** "Rule: AWS over 100. Owner: ann@example.com." */
export function aboutOf({ kind, rules, owners, isPersonal, isByDefault, organization, url }: Message): string {
  const list = (label: string, names: readonly string[]) =>
    names.length === 0 ? '' : `${label}${names.length > 1 ? 's' : ''}: ${names.join(', ')}.`
  return [
    `Sent by Kept for ${organization.name}.`,
    isPersonal
      ? `You get this because ${isByDefault ? defaultReason : 'you turned on email notifications'}. Change or turn off notifications: ${url}`
      : list('Rule', rules),
    isPersonal ? '' : list('Owner', owners),
    kind === 'test' ? 'Sent with "Send a test".' : '',
  ]
    .filter(Boolean)
    .join(' ')
}

export const testMessage = 'This is a test. Alerts in this channel will look like this.'

/** Text above the event list: the body of a single event, empty for several. */
export function bodyOf(message: Message): string {
  if (message.kind === 'test') return testMessage
  const [event] = message.events
  return message.events.length === 1 && event ? event.body : ''
}

/** The approval that a message is about; undefined for other messages. */
export function approvalOf({ kind, thread }: Pick<Message, 'kind' | 'thread'>): string | undefined {
  return kind === 'alert' ? /^approval:(.+)$/.exec(thread)?.[1] : undefined
}

/** The title of an issue: one line. */
export function issueTitle({ title, kind }: Pick<Message, 'title' | 'kind'>): string {
  return `${kind === 'test' ? 'Test: ' : ''}${title}`.replaceAll(/\s+/g, ' ').slice(0, 250)
}
