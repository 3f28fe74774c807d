/** One open connection: what it may hear, what it may say, and when it is cut. */
import type { Permission } from '@kept/domain/permission.ts'
import type { LiveEvent } from '@kept/store/live/events.ts'
import type { WebSocket } from 'ws'
import * as z from 'zod'
import { inTurns } from './in-turns.ts'

export type Channel = LiveEvent['channel']

/** What each channel needs; asked at every subscribe and at every look whether the session still lives. */
export const channelNeeds: Record<Channel, Permission> = {
  metrics: 'notifications:read',
  alerts: 'notifications:read',
  security: 'users:read',
}

export interface PeerRights {
  userId: string
  organizationId: string
  permissions: readonly Permission[]
}

export const limits = {
  bytesPerMessage: 4096,
  /** Messages a peer may send in ten seconds. */
  messages: 40,
  /** Unsent bytes after which a slow reader is cut. */
  waiting: 1024 * 1024,
  connectionsPerPerson: 20,
  /** All visitors of the demo are one person: each of them has this many. */
  connectionsPerDemoVisitor: 5,
  connectionsPerOrganization: 2000,
  /** From one network address that is not this machine itself. */
  connectionsPerAddress: 200,
  heartbeatMs: 30_000,
  lookMs: 60_000,
}

/** Events that wait for somebody who is still catching up. */
const mostHeld = 1000

/** Of RFC 6455 and the range kept for applications. */
export const closeCodes = { signedOut: 4401, moved: 4410, tooMany: 4429, stopping: 1012 } as const

const saidSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('subscribe'),
    channel: z.enum(['metrics', 'alerts', 'security']),
    /** The last event seen: what came after it is told first. */
    since: z.int().min(0).optional(),
  }),
  z.object({ type: z.literal('unsubscribe'), channel: z.enum(['metrics', 'alerts', 'security']) }),
  z.object({ type: z.literal('ping') }),
])

export interface Peer {
  rights: PeerRights
  /** `text` is the event as it goes out, written once for all who hear it. */
  tell(event: LiveEvent, text: string): void
  subscribe(channel: Channel, since?: number): Promise<void>
  /** Hears with these rights from now on, or is closed when there are none any more. */
  renew(rights: PeerRights | null): void
  beat(): void
  close(code: number, why: string): void
  /** Ends it without a word more: behind what waits, a word would not be read. */
  cut(): void
}

interface PeerDoors {
  rights: PeerRights
  /** Where a new subscriber begins: the last event's number and those after `since`. */
  catchUp(rights: PeerRights, since: number | undefined): Promise<{ seq: number; events: LiveEvent[]; whole: boolean }>
  now(): number
}

export function openPeer(socket: WebSocket, { rights: first, catchUp, now }: PeerDoors): Peer {
  let rights = first
  /** Per channel the last number told, so that catching up and news never tell twice. */
  const heard = new Map<Channel, number>()
  /** What was asked for first is done first: who leaves while the past is still read has left. */
  const turn = inTurns(1)
  const held = new Map<Channel, { event: LiveEvent; text: string }[]>()
  let isAlive = true
  let [said, since] = [0, now()]

  const sendText = (text: string) => {
    if (socket.readyState !== socket.OPEN) return
    // What waits will not be read in time either: the line is cut, and what was missed is told on the next one.
    if (socket.bufferedAmount > limits.waiting) return peer.cut()
    socket.send(text)
  }
  /** The past comes all at once, and as fast as it is read: who catches up is not too slow for that. */
  const room = async () => {
    if (socket.bufferedAmount <= limits.waiting / 2) return
    await new Promise<void>((resolve) => socket.ping(undefined, undefined, () => resolve()))
  }
  const send = (message: object) => sendText(JSON.stringify(message))
  const may = (channel: Channel) => rights.permissions.includes(channelNeeds[channel])
  const sendEvent = (event: LiveEvent, text = JSON.stringify(event)) => {
    const last = heard.get(event.channel)
    if (last === undefined || event.seq <= last) return
    heard.set(event.channel, event.seq)
    sendText(text)
  }

  const peer: Peer = {
    get rights() {
      return rights
    },
    tell(event, text) {
      const waiting = held.get(event.channel)
      if (!waiting) sendEvent(event, text)
      else if (waiting.push({ event, text }) > mostHeld) peer.cut()
    },
    subscribe: (channel, from) => turn(() => begin(channel, from)),
    renew(next) {
      if (next?.userId !== rights.userId) return peer.close(closeCodes.signedOut, 'Signed out.')
      if (next.organizationId !== rights.organizationId) {
        return peer.close(closeCodes.moved, 'Another organisation now; connect again.')
      }
      rights = next
      for (const channel of heard.keys()) {
        if (may(channel)) continue
        heard.delete(channel)
        send({ type: 'unsubscribed', channel })
      }
    },
    beat() {
      if (!isAlive) return socket.terminate()
      isAlive = false
      socket.ping()
    },
    cut() {
      socket.terminate()
    },
    close(code, why) {
      socket.close(code, why)
      // Who does not answer the closing is not waited for.
      setTimeout(() => socket.terminate(), 2000).unref()
    },
  }

  const hear = async (text: string) => {
    if (now() - since > 10_000) [said, since] = [0, now()]
    said += 1
    if (said > limits.messages) return peer.close(closeCodes.tooMany, 'Too many messages.')
    const message = saidSchema.safeParse(parse(text))
    if (!message.success) {
      return send({ type: 'error', code: 'bad_input', message: 'Send subscribe, unsubscribe or ping, as JSON.' })
    }
    const { data } = message
    if (data.type === 'ping') return send({ type: 'pong' })
    if (data.type === 'subscribe') return peer.subscribe(data.channel, data.since)
    return turn(async () => {
      heard.delete(data.channel)
      send({ type: 'unsubscribed', channel: data.channel })
    })
  }

  async function begin(channel: Channel, from: number | undefined): Promise<void> {
    if (!may(channel)) {
      return send({
        type: 'error',
        code: 'forbidden',
        channel,
        message: `You do not have permission to hear "${channel}".`,
      })
    }
    // What comes while the past is read waits for it.
    const waiting: { event: LiveEvent; text: string }[] = []
    held.set(channel, waiting)
    try {
      const { seq, events, whole } = await catchUp(rights, from)
      heard.set(channel, from === undefined ? seq : Math.min(from, seq))
      send({ type: 'subscribed', channel, seq, whole })
      for (const event of events) {
        if (event.channel === channel) sendEvent(event)
        await room()
      }
    } finally {
      held.delete(channel)
    }
    for (const { event, text } of waiting) sendEvent(event, text)
  }

  socket.on('pong', () => {
    isAlive = true
  })
  socket.on('message', (data, isBinary) => {
    isAlive = true
    void hear(isBinary ? '' : String(data)).catch(() => peer.close(1011, 'Something failed; connect again.'))
  })
  // Said by the library before it closes; nothing is left to do.
  socket.on('error', () => undefined)
  return peer
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
