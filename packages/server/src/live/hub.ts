/** All open connections of this process, and the events they are told: one reading for each organization, however many listen. */
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
  /** The same for connections of one session or key: they are asked about once. */
  key: string
  /** Who this is by now; null when nobody any more. */
  loadRights(): Promise<PeerRights | null>
  /** What its connection counts against: a limit for each key, such as its person's. */
  quotas: readonly Quota[]
}

export interface Quota {
  key: string
  limit: number
}

interface Feed {
  listeners: Set<Listener>
  recent: Recent
  /** The reading under way, and whether more was said meanwhile. */
  reading: Promise<void> | undefined
  isBehind: boolean
}

/** Where a subscriber begins: the last event's number, those missed, and whether they are all of them. */
interface CaughtUp {
  seq: number
  events: LiveEvent[]
  isComplete: boolean
}

export interface Hub {
  /** Told of everything from now on, until `leave`; undefined when one of its quotas is used up. */
  join(listener: Listener): Promise<(() => void) | undefined>
  catchUp(rights: PeerRights, afterSeq: number | undefined): Promise<CaughtUp>
  /** Asks every connection at once who it is, instead of at the next minute. */
  refreshRights(): Promise<void>
  size(): number
  stop(): Promise<void>
}

/** Looks side by side: they share the pool with everybody else. */
const looksAtOnce = 4

export async function openHub(database: Database, log: Log): Promise<Hub> {
  const feeds = new Map<string, Feed>()
  const people = new Map<string, Set<Listener>>()
  const connections = new Map<string, number>()
  const everybody = () => [...people.values()].flatMap((sessionListeners) => [...sessionListeners])
  const runInTurn = inTurns(looksAtOnce)

  /** Reads until nothing more was said of; whoever speaks meanwhile is heard by the reading under way. */
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
      // A key that is refused is nobody's any more. Anything else: the database is away for a moment, and nobody is
      // sent home for that.
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
        // What was written while the last ones were asked for was heard by nobody.
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
      // Told by another Kept a moment before it is known here.
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
    // A number nobody gave out: the database is an older one, brought back. Only what comes now can be told.
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
