/** A bot in the channels of a chat: what is posted there is delivered to it, its own posts too. */
import { describeLambda, olderCall, olderRequest } from '../operated/resources.ts'
import { playTraffic, type TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import { type Twins, twins } from '../twins/twin.ts'

const [service, minutes] = ['channel-bot', 44]

/** A post is delivered; the bot answers it, or leaves it. */
function delivered(writer: TelemetryWriter, at: number, isAnswered: boolean): void {
  const base = { service, trace: writer.trace() }
  const attributes = {
    ...olderRequest('POST', '/slack/events', 200),
    ...{ 'http.user_agent': 'Slackbot 1.0 (+https://api.slack.com/robots)', 'faas.invocation_id': writer.rng.hex(32) },
  }
  const ms = isAnswered ? writer.between(260, 700) : writer.between(4, 12)
  const parent = writer.span({ ...base, name: 'POST /slack/events', kind: 'server', at, ms, attributes })
  if (isAnswered)
    writer.span({
      ...{ ...base, name: 'POST', kind: 'client', parent, at: at + 0.0004, ms: writer.between(120, 330) },
      attributes: olderCall('POST', 'https://slack.com/api/chat.postMessage', 200),
    })
}

function playChannels(writer: TelemetryWriter, until: number, perMinute: number, from = 0): void {
  for (const at of writer.starts(perMinute, from, until)) {
    const isAnswered = writer.rng.chance(0.5)
    delivered(writer, at, isAnswered)
    // What the bot posts is delivered as well, and left.
    if (isAnswered) delivered(writer, at + writer.between(0.02, 0.05), false)
  }
}

/** Since a change of its settings it takes its own posts for those of people, in a few channels. */
function answersItself(writer: TelemetryWriter): number {
  playTraffic(writer, minutes)
  describeLambda(writer, service, 'nodejs')
  playChannels(writer, minutes - 1, 6)
  const [from, channels] = [writer.between(10, 14), writer.rng.integer(2, 3)]
  let posts = 0
  for (let channel = 0; channel < channels; channel += 1)
    for (let at = from + writer.between(0, 2); at < minutes - 1; at += writer.between(0.016, 0.034), posts += 1)
      delivered(writer, at, true)
  return posts / (minutes - 2 - from)
}

/** Something is down, and hundreds of people write about it for half an hour; the bot answers half of them. */
function everyoneWrites(writer: TelemetryWriter): void {
  playTraffic(writer, minutes)
  describeLambda(writer, service, 'nodejs')
  const from = writer.between(10, 14)
  playChannels(writer, from, 6)
  playChannels(writer, from + 24, writer.between(90, 120), from)
}

export const channelBot: Twins = twins(
  'sixth-held',
  {
    ...{ name: 'Bot that answers its own posts', type: 'webhook_loop', own: [service] },
    why: 'Nearly every delivery is answered and every answer is delivered, a hundred times a minute, day and night.',
    play: answersItself,
  },
  {
    name: 'Bot in channels where hundreds of people write at once',
    why: 'Of what is delivered a third is answered; more come than the bot has posted, since people write them.',
    play: everyoneWrites,
  },
)
