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
const maxHeld = 1000

/** Of RFC 6455 and the range kept for applications. */
export const closeCodes = { signedOut: 4401, moved: 4410, tooMany: 4429, stopping: 1012 } as const

const messageSchema = z.discriminatedUnion('type', [
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
  deliver(event: LiveEvent, text: string): void
  subscribe(channel: Channel, afterSeq?: number): Promise<void>
  /** Hears with these rights from now on, or is closed when there are none any more. */
  renew(rights: PeerRights | null): void
  beat(): void
  close(code: number, reason: string): void
  /** Ends it without a word more: behind what waits, a word would not be read. */
  cut(): void
}

interface PeerDeps {
  rights: PeerRights
  /** Where a new subscriber begins: the last event's number and those after `since`. */
  catchUp(
    rights: PeerRights,
    afterSeq: number | undefined,
  ): Promise<{ seq: number; events: LiveEvent[]; isComplete: boolean }>
  now(): number
}

export function openPeer(socket: WebSocket, { rights: first, catchUp, now }: PeerDeps): Peer {
  let rights = first
  /** Per channel the last number told, so that catching up and news never tell twice. */
  const lastSeqByChannel = new Map<Channel, number>()
  /** What was asked for first is done first: who leaves while the past is still read has left. */
  const runInTurn = inTurns(1)
  const heldEvents = new Map<Channel, { event: LiveEvent; text: string }[]>()
  let isAlive = true
  let [messageCount, windowStartedAt] = [0, now()]

  const sendText = (text: string) => {
    if (socket.readyState !== socket.OPEN) return
    // What waits will not be read in time either: the line is cut, and what was missed is told on the next one.
    if (socket.bufferedAmount > limits.waiting) return peer.cut()
    socket.send(text)
  }
  /** The past comes all at once, and as fast as it is read: who catches up is not too slow for that. */
  const waitForRoom = async () => {
    if (socket.bufferedAmount <= limits.waiting / 2) return
    await new Promise<void>((resolve) => socket.ping(undefined, undefined, () => resolve()))
  }
  const send = (message: object) => sendText(JSON.stringify(message))
  const may = (channel: Channel) => rights.permissions.includes(channelNeeds[channel])
  const sendEvent = (event: LiveEvent, text = JSON.stringify(event)) => {
    const last = lastSeqByChannel.get(event.channel)
    if (last === undefined || event.seq <= last) return
    lastSeqByChannel.set(event.channel, event.seq)
    sendText(text)
  }

  const peer: Peer = {
    get rights() {
      return rights
    },
    deliver(event, text) {
      const waiting = heldEvents.get(event.channel)
      if (!waiting) sendEvent(event, text)
      else if (waiting.push({ event, text }) > maxHeld) peer.cut()
    },
    subscribe: (channel, from) => runInTurn(() => startSubscription(channel, from)),
    renew(next) {
      if (next?.userId !== rights.userId) return peer.close(closeCodes.signedOut, 'Signed out.')
      if (next.organizationId !== rights.organizationId) {
        return peer.close(closeCodes.moved, 'Organization changed. Connect again.')
      }
      rights = next
      for (const channel of lastSeqByChannel.keys()) {
        if (may(channel)) continue
        lastSeqByChannel.delete(channel)
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
    close(code, reason) {
      socket.close(code, reason)
      // Who does not answer the closing is not waited for.
      setTimeout(() => socket.terminate(), 2000).unref()
    },
  }

  const hear = async (text: string) => {
    if (now() - windowStartedAt > 10_000) [messageCount, windowStartedAt] = [0, now()]
    messageCount += 1
    if (messageCount > limits.messages) return peer.close(closeCodes.tooMany, 'Too many messages.')
    const message = messageSchema.safeParse(parse(text))
    if (!message.success) {
      return send({ type: 'error', code: 'bad_input', message: 'Send subscribe, unsubscribe or ping, as JSON.' })
    }
    const { data } = message
    if (data.type === 'ping') return send({ type: 'pong' })
    if (data.type === 'subscribe') return peer.subscribe(data.channel, data.since)
    return runInTurn(async () => {
      lastSeqByChannel.delete(data.channel)
      send({ type: 'unsubscribed', channel: data.channel })
    })
  }

  async function startSubscription(channel: Channel, from: number | undefined): Promise<void> {
    if (!may(channel)) {
      return send({
        type: 'error',
        code: 'forbidden',
        channel,
        message: `You do not have permission to subscribe to "${channel}".`,
      })
    }
    // What comes while the past is read waits for it.
    const waiting: { event: LiveEvent; text: string }[] = []
    heldEvents.set(channel, waiting)
    try {
      const { seq, events, isComplete } = await catchUp(rights, from)
      lastSeqByChannel.set(channel, from === undefined ? seq : Math.min(from, seq))
      send({ type: 'subscribed', channel, seq, complete: isComplete })
      for (const event of events) {
        if (event.channel === channel) sendEvent(event)
        await waitForRoom()
      }
    } finally {
      heldEvents.delete(channel)
    }
    for (const { event, text } of waiting) sendEvent(event, text)
  }

  socket.on('pong', () => {
    isAlive = true
  })
  socket.on('message', (data, isBinary) => {
    isAlive = true
    void hear(isBinary ? '' : String(data)).catch(() => peer.close(1011, 'Something went wrong. Connect again.'))
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
