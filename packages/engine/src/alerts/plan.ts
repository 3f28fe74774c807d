/** From events and matching rules to deliveries: to which channel, when, and which events share a message. */
import type { AlertEvent, AlertRule, AlertSchedule } from '@kept/domain/alert.ts'
import { type AlertSeverity, alertSeverities, type ChannelKind, isIssueTracker } from '@kept/domain/alert-labels.ts'
import { matches } from './matches.ts'
import { endOfRepeats, mayRepeat } from './repeats.ts'
import { afterQuiet, dueAt, passesQuiet, type Urgency } from './schedule.ts'

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
  /** Events that come while it waits are added to it. */
  gathers: boolean
  events: string[]
  rules: string[]
  owners: string[]
}

/** More incidents than this at one time (a bill came in) are one message: a channel that floods is a channel turned off. */
const maxMessages = 5
/** Each issue can be assigned and closed separately, so more issues than messages; the rest share one issue. */
const maxIssues = 10

/** The time of planning, and the threads that had an event shortly before. */
interface Moment {
  now: number
  repeated: ReadonlySet<string>
}

/** `now` in epoch milliseconds. `repeated`: the threads with an event in the `repeatWindowMs` before. */
export function planDeliveries(
  events: readonly AlertEvent[],
  rules: readonly AlertRule[],
  channels: readonly PlannableChannel[],
  now: number,
  repeated: ReadonlySet<string> = new Set(),
): PlannedDelivery[] {
  const moment = { now, repeated }
  return channels
    .filter(({ enabled }) => enabled)
    .flatMap((channel) => {
      const channelRules = rules.filter((rule) => rule.channels.includes(channel.id))
      const matched = events.flatMap((event) => {
        const matchingRules = channelRules.filter((rule) => matches(rule, event))
        return matchingRules.length > 0 ? [{ event, rules: matchingRules }] : []
      })
      return isIssueTracker(channel.kind) ? issuesFor(channel, matched, moment) : messagesFor(channel, matched, moment)
    })
}

interface MatchedEvent {
  event: AlertEvent
  rules: AlertRule[]
}

/** What is due now goes by incident, or together when it is much; what is due later waits for its digest. */
function messagesFor(channel: PlannableChannel, matched: readonly MatchedEvent[], moment: Moment): PlannedDelivery[] {
  const { now } = moment
  const byDue = Map.groupBy(matched, (entry) => {
    const due = dueAt(channel.schedule, entry.event, now)
    return isRepeated([entry], moment) ? heldUntil(channel, entry.event, due, now) : due
  })
  return [...byDue].flatMap(([due, dueEvents]) => {
    if (due > now) return [{ ...delivery(channel, 'digest', due, dueEvents), gathers: true }]
    const incidents = byIncident(dueEvents)
    if (incidents.length > maxMessages) return [delivery(channel, 'digest', due, dueEvents)]
    return incidents.map((incident) => delivery(channel, 'alert', due, incident))
  })
}

/** Issues are not gathered: one incident, one issue. Quiet hours hold them back. */
function issuesFor(channel: PlannableChannel, matched: readonly MatchedEvent[], moment: Moment): PlannedDelivery[] {
  const { now } = moment
  const schedule = { ...channel.schedule, digest: null }
  const incidents = byIncident(matched).toSorted((a, b) => rank(worstSeverity(b)) - rank(worstSeverity(a)))
  const remaining = incidents.slice(maxIssues).flat()
  const urgencyOf = (incident: readonly MatchedEvent[]) => ({
    severity: worstSeverity(incident),
    calm: incident.every(({ event }) => event.is_recovery === true),
  })
  const due = (incident: readonly MatchedEvent[]) => dueAt(schedule, urgencyOf(incident), now)
  return [
    ...incidents.slice(0, maxIssues).map((incident) => {
      const gathers = isRepeated(incident, moment)
      const dueOfIncident = gathers ? heldUntil(channel, urgencyOf(incident), due(incident), now) : due(incident)
      return { ...delivery(channel, 'alert', dueOfIncident, incident), gathers }
    }),
    ...(remaining.length > 0
      ? [{ ...delivery(channel, 'digest', due(remaining), remaining), gathers: due(remaining) > now }]
      : []),
  ]
}

const isRepeated = (incident: readonly MatchedEvent[], { repeated }: Moment) =>
  incident.every(({ event }) => mayRepeat(event) && repeated.has(event.thread))

/** Not before the full hour, and in no quiet hours unless it passes them. */
function heldUntil({ schedule }: PlannableChannel, urgency: Urgency, due: number, now: number): number {
  const held = Math.max(due, endOfRepeats(now))
  return passesQuiet(schedule, urgency) ? held : afterQuiet(schedule, held)
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
    gathers: false,
    events: matched.map(({ event }) => event.id),
    rules: [...new Set(rules.map(({ name }) => name))],
    owners: [...new Set(rules.flatMap(({ owners }) => owners))],
  }
}
