/** A message in plain words: every channel says the same, each in its own form. */

import type { AlertEvent } from '@kept/domain/alert.ts'
import { moneyWords } from '../../platform/money-words.ts'
import type { Message } from './channel.ts'

/** As many as a person reads in one message; the rest is counted. */
export const mostListed = 10

export function moneyOf({ amount, currency }: Pick<AlertEvent, 'amount' | 'currency'>): string {
  if (amount === null || currency === null) return ''
  return moneyWords(amount, currency)
}

/** The largest first within a severity, the worst severity first; amounts of two currencies keep their order in time. */
export function listed({ events }: Message): { shown: Message['events']; more: number } {
  const weight = { critical: 3, high: 2, medium: 1, low: 0 }
  const sorted = [...events].sort((a, b) => {
    if (a.severity !== b.severity) return weight[b.severity] - weight[a.severity]
    return a.currency === b.currency ? Number(b.amount ?? 0) - Number(a.amount ?? 0) : 0
  })
  return { shown: sorted.slice(0, mostListed), more: Math.max(0, sorted.length - mostListed) }
}

/** "Rule: AWS over 100. Owner: ann@example.com." */
export function aboutOf({ kind, rules, owners, own, organization, url }: Message): string {
  const list = (label: string, of: readonly string[]) =>
    of.length === 0 ? '' : `${label}${of.length > 1 ? 's' : ''}: ${of.join(', ')}.`
  return [
    `From Kept, for ${organization.name}.`,
    own
      ? `You asked for this letter; about what and when you are written to, you choose at ${url}`
      : list('Rule', rules),
    own ? '' : list('Owner', owners),
    kind === 'test' ? 'Sent by somebody who pressed "Send a test".' : '',
  ]
    .filter(Boolean)
    .join(' ')
}

export const testWords = 'This is a test. Alerts for this channel will look like this one.'

/** What is said above the list: of one incident its own words, of many how many. */
export function bodyOf(message: Message): string {
  if (message.kind === 'test') return testWords
  const [only] = message.events
  return message.events.length === 1 && only ? only.body : ''
}
