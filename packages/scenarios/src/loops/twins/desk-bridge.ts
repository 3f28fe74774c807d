/** A bridge between the help desk and the chat of others: what they deliver, and what it writes. */
import { describeProcess, olderCall, olderRequest } from '../operated/resources.ts'
import { playTraffic, type TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import { type Twins, twins } from './twin.ts'

const minutes = 42

/** A change of a ticket is delivered and posted to its channel. */
function ticketChanged(writer: TelemetryWriter, at: number): void {
  const base = { service: 'desk-bridge', trace: writer.trace() }
  const parent = writer.span({
    ...{ ...base, name: 'POST /hooks/zendesk', kind: 'server', at, ms: writer.between(110, 260) },
    attributes: { ...olderRequest('POST', '/hooks/zendesk', 200), 'http.user_agent': 'Zendesk Webhook' },
  })
  writer.span({
    ...{ ...base, name: 'POST', kind: 'client', parent, at: at + 0.0002, ms: writer.between(80, 190) },
    attributes: olderCall('POST', 'https://slack.com/api/chat.postMessage', 200),
  })
}

/** A message in a channel is delivered and written into its ticket. */
function messagePosted(writer: TelemetryWriter, at: number, ticket: number): void {
  const base = { service: 'desk-bridge', trace: writer.trace() }
  const agent = 'Slackbot 1.0 (+https://api.slack.com/robots)'
  const parent = writer.span({
    ...{ ...base, name: 'POST /slack/events', kind: 'server', at, ms: writer.between(160, 420) },
    attributes: { ...olderRequest('POST', '/slack/events', 200), 'http.user_agent': agent },
  })
  writer.span({
    ...{ ...base, name: 'PUT', kind: 'client', parent, at: at + 0.0002, ms: writer.between(130, 340) },
    attributes: olderCall('PUT', `https://acme.zendesk.com/api/v2/tickets/${ticket}.json`, 200),
  })
}

function playDay(writer: TelemetryWriter): void {
  playTraffic(writer, minutes)
  describeProcess(writer, 'desk-bridge', 'python')
  for (const at of writer.starts(7, 0, minutes - 1)) ticketChanged(writer, at)
  for (const at of writer.starts(9, 0, minutes - 1)) messagePosted(writer, at, writer.rng.integer(40_000, 49_999))
}

/** Since a release its own messages are no longer left out: a handful of tickets go back and forth. */
function copiesItsOwn(writer: TelemetryWriter): number {
  playDay(writer)
  const [release, tickets] = [writer.between(10, 15), writer.rng.integer(4, 6)]
  let deliveries = 0
  for (let index = 0; index < tickets; index += 1) {
    const ticket = writer.rng.integer(50_000, 59_999)
    for (let at = release + writer.between(0, 1); at < minutes - 1; deliveries += 2) {
      ticketChanged(writer, at)
      at += writer.between(0.006, 0.014)
      messagePosted(writer, at, ticket)
      at += writer.between(0.006, 0.014)
    }
  }
  return deliveries / (minutes - 1.5 - release)
}

/** Thousands of tickets are moved over from another desk: each is changed once, and answered in the chat by no one. */
function importedOnce(writer: TelemetryWriter): void {
  playDay(writer)
  const from = writer.between(10, 14)
  for (const at of writer.starts(writer.between(380, 460), from, from + 12)) ticketChanged(writer, at)
}

export const deskBridge: Twins = twins(
  'fifth',
  {
    ...{ name: 'Help desk and chat that copy each other’s notes', type: 'webhook_loop', own: ['desk-bridge'] },
    why: 'The bridge is delivered what it wrote: a handful of tickets, written hundreds of times an hour each.',
    losses: { lost: 0.03 },
    play: copiesItsOwn,
  },
  {
    name: 'Tickets that are moved over once, each delivered',
    why: 'Each ticket is another one, nothing comes back from the chat, and after twelve minutes all are there.',
    play: importedOnce,
  },
)
