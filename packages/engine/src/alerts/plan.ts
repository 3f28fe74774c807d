/** From events and matching rules to deliveries: to which channel, when, and which events share a message. */
import type { AlertEvent, AlertRule, AlertSchedule } from '@kept/domain/alert.ts'
import { type AlertSeverity, alertSeverities, type ChannelKind, isIssueTracker } from '@kept/domain/alert-labels.ts'
import { matches } from './matches.ts'
import { dueAt } from './schedule.ts'

export interface PlannableChannel {
  id: string
  kind: ChannelKind
  enabled: boolean
  schedule: AlertSchedule
}

interface PlannedDelivery {
  channelId: string
  /** `alert`: one incident. `digest`: several things in one message. */
  kind: 'alert' | 'digest'
  /** The incident's; empty for a digest. */
  thread: string
  /** Epoch milliseconds. */
  dueAt: number
  events: string[]
  rules: string[]
  owners: string[]
}

/** More incidents than this at one time (a bill came in) are one message: a channel that floods is a channel turned off. */
const maxMessages = 5
/** Each issue can be assigned and closed separately, so more issues than messages; the rest share one issue. */
const maxIssues = 10

export function planDeliveries(
  events: readonly AlertEvent[],
  rules: readonly AlertRule[],
  channels: readonly PlannableChannel[],
  now: number,
): PlannedDelivery[] {
  return channels
    .filter(({ enabled }) => enabled)
    .flatMap((channel) => {
      const channelRules = rules.filter((rule) => rule.channels.includes(channel.id))
      const matched = events.flatMap((event) => {
        const matchingRules = channelRules.filter((rule) => matches(rule, event))
        return matchingRules.length > 0 ? [{ event, rules: matchingRules }] : []
      })
      return isIssueTracker(channel.kind) ? issuesFor(channel, matched, now) : messagesFor(channel, matched, now)
    })
}

interface MatchedEvent {
  event: AlertEvent
  rules: AlertRule[]
}

/** What is due now goes by incident, or together when it is much; what is due later waits for its digest. */
function messagesFor(channel: PlannableChannel, matched: readonly MatchedEvent[], now: number): PlannedDelivery[] {
  const byDue = Map.groupBy(matched, ({ event }) => dueAt(channel.schedule, event, now))
  return [...byDue].flatMap(([due, dueEvents]) => {
    if (due > now) return [delivery(channel, 'digest', due, dueEvents)]
    const incidents = byIncident(dueEvents)
    if (incidents.length > maxMessages) return [delivery(channel, 'digest', due, dueEvents)]
    return incidents.map((incident) => delivery(channel, 'alert', due, incident))
  })
}

/** Issues are not gathered: one incident, one issue. Quiet hours hold them back. */
function issuesFor(channel: PlannableChannel, matched: readonly MatchedEvent[], now: number): PlannedDelivery[] {
  const schedule = { ...channel.schedule, digest: null }
  const incidents = byIncident(matched).toSorted((a, b) => rank(worstSeverity(b)) - rank(worstSeverity(a)))
  const remaining = incidents.slice(maxIssues).flat()
  const due = (incident: readonly MatchedEvent[]) =>
    dueAt(
      schedule,
      { severity: worstSeverity(incident), calm: incident.every(({ event }) => event.is_recovery === true) },
      now,
    )
  return [
    ...incidents.slice(0, maxIssues).map((incident) => delivery(channel, 'alert', due(incident), incident)),
    ...(remaining.length > 0 ? [delivery(channel, 'digest', due(remaining), remaining)] : []),
  ]
}

const byIncident = (matched: readonly MatchedEvent[]) => [...Map.groupBy(matched, ({ event }) => event.thread).values()]

const rank = (severity: AlertSeverity) => alertSeverities.indexOf(severity)

function worstSeverity(matched: readonly MatchedEvent[]): AlertSeverity {
  return matched.map(({ event }) => event.severity).reduce((a, b) => (rank(b) > rank(a) ? b : a), 'low')
}

function delivery(
  { id }: PlannableChannel,
  kind: PlannedDelivery['kind'],
  due: number,
  matched: readonly MatchedEvent[],
): PlannedDelivery {
  const rules = matched.flatMap(({ rules: matchingRules }) => matchingRules)
  return {
    channelId: id,
    kind,
    thread: kind === 'alert' ? (matched[0]?.event.thread ?? '') : '',
    dueAt: due,
    events: matched.map(({ event }) => event.id),
    rules: [...new Set(rules.map(({ name }) => name))],
    owners: [...new Set(rules.flatMap(({ owners }) => owners))],
  }
}
