/** All open connections of this process and their events: one query per organization, however many connections. */
import { KeptError } from '@kept/domain/errors.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { type LiveEvent, lastLiveEvents, lastLiveSeq, maxMissed, readLiveEvents } from '@kept/store/live/events.ts'
import { listenLive } from '@kept/store/live/listen.ts'
import type { Log } from '../platform/log.ts'
import { inTurns } from './in-turns.ts'
import { closeCodes, limits, type Peer, type PeerRights } from './peer.ts'
import { maxRecent, Recent } from './recent.ts'

interface Listener {
  peer: Peer
  /** The same for connections of one session or key: they are checked once. */
  key: string
  /** The current identity; null when the session has ended. */
  loadRights(): Promise<PeerRights | null>
  /** The quotas it counts against: a limit for each key, such as its user's. */
  quotas: readonly Quota[]
}

export interface Quota {
  key: string
  limit: number
}

interface Feed {
  listeners: Set<Listener>
  recent: Recent
  /** The running query, and whether new events were announced since it started. */
  reading: Promise<void> | undefined
  isBehind: boolean
}

/** The start of a subscription: the last event's number, the missed events, and whether they are complete. */
interface CaughtUp {
  seq: number
  events: LiveEvent[]
  isComplete: boolean
}

export interface Hub {
  /** Receives all events until `leave`; undefined when a quota is used up. */
  join(listener: Listener): Promise<(() => void) | undefined>
  catchUp(rights: PeerRights, afterSeq: number | undefined): Promise<CaughtUp>
  /** Checks the identity of every connection now instead of at the next minute. */
  refreshRights(): Promise<void>
  size(): number
  stop(): Promise<void>
}

/** Parallel checks: they share the connection pool with all requests. */
const looksAtOnce = 4

export async function openHub(database: Database, log: Log): Promise<Hub> {
  const feeds = new Map<string, Feed>()
  const people = new Map<string, Set<Listener>>()
  const connections = new Map<string, number>()
  const everybody = () => [...people.values()].flatMap((sessionListeners) => [...sessionListeners])
  const runInTurn = inTurns(looksAtOnce)

  /** Reads until no new event was announced; announcements during a read are handled by the same read. */
  const read = async (organizationId: string, feed: Feed) => {
    try {
      while (feed.isBehind) {
        feed.isBehind = false
        const { events } = await readLiveEvents(database, { organizationId }, feed.recent.seq)
        for (const event of events) {
          feed.recent.add(event)
          const text = JSON.stringify(event)
          for (const { peer } of feed.listeners) peer.deliver(event, text)
        }
        if (events.length >= maxMissed) feed.isBehind = true
      }
    } catch (error) {
      log.warn({ event: 'live.events_read_failed', err: error }, 'live events not read')
    } finally {
      feed.reading = undefined
    }
  }
  const hearIn = (organizationId: string, feed: Feed): Promise<void> => {
    feed.isBehind = true
    feed.reading ??= read(organizationId, feed)
    return feed.reading
  }
  const lookAt = async (listeners: readonly Listener[]) => {
    const sessions = Map.groupBy(listeners, ({ key }) => key)
    await Promise.all(
      [...sessions.values()].map((sessionListeners) =>
        runInTurn(async () => {
          const rights = await rightsNow(sessionListeners[0])
          if (rights !== undefined) for (const { peer } of sessionListeners) peer.renew(rights)
        }),
      ),
    )
  }
  const rightsNow = async (listener: Listener | undefined) => {
    try {
      return await listener?.loadRights()
    } catch (error) {
      // A rejected key has ended. Any other error means that the database is unavailable for a moment, which closes no
      // connection.
      if (error instanceof KeptError && (error.code === 'unauthenticated' || error.code === 'forbidden')) return null
      log.warn({ event: 'live.session_check_failed', err: error }, 'live connection not checked')
      return undefined
    }
  }
  const stopListening = await listenLive(database, {
    events(organizationId) {
      for (const id of organizationId === null ? feeds.keys() : [organizationId]) {
        const feed = feeds.get(id)
        if (feed) void hearIn(id, feed)
      }
    },
    rights(userId) {
      if (userId === null) void lookAt(everybody())
      else void lookAt([...(people.get(userId) ?? [])])
    },
  })
  const beats = setInterval(() => {
    for (const { peer } of everybody()) peer.beat()
  }, limits.heartbeatMs)
  const rightsTimer = setInterval(() => void lookAt(everybody()), limits.lookMs)

  return {
    async join(listener) {
      const { userId, organizationId } = listener.peer.rights
      const personListeners = people.get(userId) ?? new Set()
      const { quotas } = listener
      if (quotas.some(({ key, limit }) => (connections.get(key) ?? 0) >= limit)) return undefined
      for (const { key } of quotas) connections.set(key, (connections.get(key) ?? 0) + 1)
      people.set(userId, personListeners.add(listener))
      let feed = feeds.get(organizationId)
      if (feed) feed.listeners.add(listener)
      else {
        const last = await lastLiveEvents(database, { organizationId }, maxRecent)
        feed = feeds.get(organizationId) ?? newHouse(last)
        feeds.set(organizationId, feed)
        feed.listeners.add(listener)
        // Events written while the last ones were read were not received.
        await hearIn(organizationId, feed)
      }
      const { listeners } = feed
      let isOpen = true
      return () => {
        if (isOpen) for (const { key } of quotas) releaseConnection(connections, key)
        isOpen = false
        personListeners.delete(listener)
        if (personListeners.size === 0 && people.get(userId) === personListeners) people.delete(userId)
        listeners.delete(listener)
        if (listeners.size === 0) feeds.delete(organizationId)
      }
    },
    async catchUp({ organizationId }, afterSeq) {
      const feed = feeds.get(organizationId)
      if (!feed) return fromDatabase(organizationId, afterSeq)
      if (afterSeq === undefined) return { seq: feed.recent.seq, events: [], isComplete: true }
      // Announced by another Kept just before it is known here.
      if (afterSeq > feed.recent.seq) await hearIn(organizationId, feed)
      const events = feed.recent.after(afterSeq)
      return events ? { seq: feed.recent.seq, events, isComplete: true } : fromDatabase(organizationId, afterSeq)
    },
    refreshRights: () => lookAt(everybody()),
    size: () => everybody().length,
    async stop() {
      clearInterval(beats)
      clearInterval(rightsTimer)
      for (const { peer } of everybody()) peer.close(closeCodes.stopping, 'Server restarting. Connect again.')
      await stopListening()
      await Promise.all([...feeds.values()].map(({ reading }) => reading))
    },
  }

  async function fromDatabase(organizationId: string, afterSeq: number | undefined): Promise<CaughtUp> {
    const seq = await lastLiveSeq(database, { organizationId })
    if (afterSeq === undefined) return { seq, events: [], isComplete: true }
    // A number from the future: the database was restored from a backup. Only new events can be sent.
    if (afterSeq > seq) return { seq, events: [], isComplete: false }
    return { seq, ...(await readLiveEvents(database, { organizationId }, afterSeq)) }
  }
}

function releaseConnection(connections: Map<string, number>, key: string): void {
  const remaining = (connections.get(key) ?? 1) - 1
  if (remaining > 0) connections.set(key, remaining)
  else connections.delete(key)
}

const newHouse = (last: readonly LiveEvent[]): Feed => ({
  listeners: new Set(),
  recent: new Recent(last),
  reading: undefined,
  isBehind: false,
})
