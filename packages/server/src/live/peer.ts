/** One open connection: its channels, its messages, and when it is closed. */
import type { Permission } from '@kept/domain/permission.ts'
import type { LiveEvent } from '@kept/store/live/events.ts'
import type { WebSocket } from 'ws'
import * as z from 'zod'
import { inTurns } from './in-turns.ts'

export type Channel = LiveEvent['channel']

/** The permission of each channel; checked at every subscribe and with every session check. */
export const channelNeeds: Record<Channel, Permission> = {
  metrics: 'notifications:read',
  alerts: 'notifications:read',
  security: 'security:read',
  audit: 'security:read',
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
  /** Unsent bytes after which a slow reader is disconnected. */
  waiting: 1024 * 1024,
  connectionsPerPerson: 20,
  /** Demo visitors share one user: each visit has this many connections. */
  connectionsPerDemoVisitor: 5,
  connectionsPerOrganization: 2000,
  /** From one network address other than this machine. */
  connectionsPerAddress: 200,
  heartbeatMs: 30_000,
  lookMs: 60_000,
}

/** Events that wait for a connection that is still catching up. */
const maxHeld = 1000

/** From RFC 6455 and its range for applications. */
export const closeCodes = { signedOut: 4401, moved: 4410, tooMany: 4429, stopping: 1012 } as const

const messageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('subscribe'),
    channel: z.enum(['metrics', 'alerts', 'security', 'audit']),
    /** The last event seen: later ones are sent first. */
    since: z.int().min(0).optional(),
  }),
  z.object({ type: z.literal('unsubscribe'), channel: z.enum(['metrics', 'alerts', 'security', 'audit']) }),
  z.object({ type: z.literal('ping') }),
])

export interface Peer {
  rights: PeerRights
  /** `text` is the serialized event, shared by all connections. */
  deliver(event: LiveEvent, text: string): void
  subscribe(channel: Channel, afterSeq?: number): Promise<void>
  /** Continues with these permissions, or is closed when there are none. */
  renew(rights: PeerRights | null): void
  beat(): void
  close(code: number, reason: string): void
  /** Terminates it without a close message, which would not be read behind the unsent data. */
  cut(): void
}

interface PeerDeps {
  rights: PeerRights
  /** The start of a new subscription: the last event's number and the events after `since`. */
  catchUp(
    rights: PeerRights,
    afterSeq: number | undefined,
  ): Promise<{ seq: number; events: LiveEvent[]; isComplete: boolean }>
  now(): number
}

export function openPeer(socket: WebSocket, { rights: first, catchUp, now }: PeerDeps): Peer {
  let rights = first
  /** The last number sent per channel, so that catching up and new events never repeat one. */
  const lastSeqByChannel = new Map<Channel, number>()
  /** Messages are handled in order: an unsubscribe during catching up takes effect. */
  const runInTurn = inTurns(1)
  const heldEvents = new Map<Channel, { event: LiveEvent; text: string }[]>()
  let isAlive = true
  let [messageCount, windowStartedAt] = [0, now()]

  const sendText = (text: string) => {
    if (socket.readyState !== socket.OPEN) return
    // Unsent data will not be read in time either: it is disconnected, and catches up on the next connection.
    if (socket.bufferedAmount > limits.waiting) return peer.cut()
    socket.send(text)
  }
  /** Missed events are sent at once, as fast as they are read: a connection that catches up is not too slow. */
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
      // A peer that does not answer the close is terminated.
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
    // New events wait until the missed ones are sent.
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
  // Emitted by the library before it closes; nothing is left to do.
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
