/** From what happened and who wants to hear of it to what is sent: to which channel, when, and what is one message. */
import type { AlertEvent, AlertRule, AlertSchedule } from '@kept/domain/alert.ts'
import { type AlertSeverity, alertSeverities, type ChannelKind } from '@kept/domain/alert-words.ts'
import { matches } from './matches.ts'
import { dueAt } from './schedule.ts'

export interface PlannableChannel {
  id: string
  kind: ChannelKind
  enabled: boolean
  schedule: AlertSchedule
}

export interface PlannedDelivery {
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
const mostMessages = 5
/** An issue is work for somebody, and can be closed alone: more of them, and only then the rest in one. */
const mostIssues = 10

export function planDeliveries(
  events: readonly AlertEvent[],
  rules: readonly AlertRule[],
  channels: readonly PlannableChannel[],
  now: number,
): PlannedDelivery[] {
  return channels
    .filter(({ enabled }) => enabled)
    .flatMap((channel) => {
      const own = rules.filter((rule) => rule.channels.includes(channel.id))
      const wanted = events.flatMap((event) => {
        const by = own.filter((rule) => matches(rule, event))
        return by.length > 0 ? [{ event, by }] : []
      })
      return channel.kind === 'jira' ? issuesFor(channel, wanted, now) : messagesFor(channel, wanted, now)
    })
}

interface Wanted {
  event: AlertEvent
  by: AlertRule[]
}

/** What is due now goes by incident, or together when it is much; what is due later waits for its digest. */
function messagesFor(channel: PlannableChannel, wanted: readonly Wanted[], now: number): PlannedDelivery[] {
  const byDue = Map.groupBy(wanted, ({ event }) => dueAt(channel.schedule, event, now))
  return [...byDue].flatMap(([due, of]) => {
    if (due > now) return [delivery(channel, 'digest', due, of)]
    const incidents = byIncident(of)
    if (incidents.length > mostMessages) return [delivery(channel, 'digest', due, of)]
    return incidents.map((incident) => delivery(channel, 'alert', due, incident))
  })
}

/** Issues are not gathered: one incident, one issue. Quiet hours hold them back. */
function issuesFor(channel: PlannableChannel, wanted: readonly Wanted[], now: number): PlannedDelivery[] {
  const schedule = { ...channel.schedule, digest: null }
  const incidents = byIncident(wanted).toSorted((a, b) => rank(worst(b)) - rank(worst(a)))
  const rest = incidents.slice(mostIssues).flat()
  const due = (of: readonly Wanted[]) =>
    dueAt(schedule, { severity: worst(of), calm: of.every(({ event }) => event.calm === true) }, now)
  return [
    ...incidents.slice(0, mostIssues).map((of) => delivery(channel, 'alert', due(of), of)),
    ...(rest.length > 0 ? [delivery(channel, 'digest', due(rest), rest)] : []),
  ]
}

const byIncident = (wanted: readonly Wanted[]) => [...Map.groupBy(wanted, ({ event }) => event.thread).values()]

const rank = (severity: AlertSeverity) => alertSeverities.indexOf(severity)

function worst(of: readonly Wanted[]): AlertSeverity {
  return of.map(({ event }) => event.severity).reduce((a, b) => (rank(b) > rank(a) ? b : a), 'low')
}

function delivery(
  { id }: PlannableChannel,
  kind: PlannedDelivery['kind'],
  due: number,
  of: readonly Wanted[],
): PlannedDelivery {
  const rules = of.flatMap(({ by }) => by)
  return {
    channelId: id,
    kind,
    thread: kind === 'alert' ? (of[0]?.event.thread ?? '') : '',
    dueAt: due,
    events: of.map(({ event }) => event.id),
    rules: [...new Set(rules.map(({ name }) => name))],
    owners: [...new Set(rules.flatMap(({ owners }) => owners))],
  }
}
