/** All open connections of this process, and the events they are told: one reading for each organisation, however many listen. */
import { KeptError } from '@kept/domain/errors.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { type LiveEvent, lastLiveEvents, lastLiveSeq, mostMissed, readLiveEvents } from '@kept/store/live/events.ts'
import { listenLive } from '@kept/store/live/listen.ts'
import type { Log } from '../platform/log.ts'
import { inTurns } from './in-turns.ts'
import { closeCodes, limits, type Peer, type PeerRights } from './peer.ts'
import { mostRecent, Recent } from './recent.ts'

interface Listener {
  peer: Peer
  /** The same for connections of one session or key: they are asked about once. */
  key: string
  /** Who this is by now; null when nobody any more. */
  look(): Promise<PeerRights | null>
  /** What its connection counts against: a limit for each key, such as its person's. */
  quotas: readonly Quota[]
}

export interface Quota {
  key: string
  limit: number
}

interface House {
  listeners: Set<Listener>
  recent: Recent
  /** The reading under way, and whether more was said meanwhile. */
  reading: Promise<void> | undefined
  isBehind: boolean
}

/** Where a subscriber begins: the last event's number, those missed, and whether they are all of them. */
export interface CaughtUp {
  seq: number
  events: LiveEvent[]
  whole: boolean
}

export interface Hub {
  /** Told of everything from now on, until `leave`; undefined when one of its quotas is used up. */
  join(listener: Listener): Promise<(() => void) | undefined>
  catchUp(rights: PeerRights, since: number | undefined): Promise<CaughtUp>
  /** Asks every connection at once who it is, instead of at the next minute. */
  look(): Promise<void>
  size(): number
  stop(): Promise<void>
}

/** Looks side by side: they share the pool with everybody else. */
const looksAtOnce = 4

export async function openHub(database: Database, log: Log): Promise<Hub> {
  const houses = new Map<string, House>()
  const people = new Map<string, Set<Listener>>()
  const connections = new Map<string, number>()
  const everybody = () => [...people.values()].flatMap((own) => [...own])
  const turn = inTurns(looksAtOnce)

  /** Reads until nothing more was said of; whoever speaks meanwhile is heard by the reading under way. */
  const read = async (organizationId: string, house: House) => {
    try {
      while (house.isBehind) {
        house.isBehind = false
        const { events } = await readLiveEvents(database, { organizationId }, house.recent.seq)
        for (const event of events) {
          house.recent.add(event)
          const text = JSON.stringify(event)
          for (const { peer } of house.listeners) peer.tell(event, text)
        }
        if (events.length >= mostMissed) house.isBehind = true
      }
    } catch (error) {
      log.warn({ err: error }, 'live events could not be read')
    } finally {
      house.reading = undefined
    }
  }
  const hearIn = (organizationId: string, house: House): Promise<void> => {
    house.isBehind = true
    house.reading ??= read(organizationId, house)
    return house.reading
  }
  const lookAt = async (listeners: readonly Listener[]) => {
    const sessions = Map.groupBy(listeners, ({ key }) => key)
    await Promise.all(
      [...sessions.values()].map((own) =>
        turn(async () => {
          const rights = await rightsNow(own[0])
          if (rights !== undefined) for (const { peer } of own) peer.renew(rights)
        }),
      ),
    )
  }
  const rightsNow = async (listener: Listener | undefined) => {
    try {
      return await listener?.look()
    } catch (error) {
      // A key that is refused is nobody's any more. Anything else: the database is away for a moment, and nobody is
      // sent home for that.
      if (error instanceof KeptError && (error.code === 'unauthenticated' || error.code === 'forbidden')) return null
      log.warn({ err: error }, 'a live connection could not be checked')
      return undefined
    }
  }
  const stopListening = await listenLive(database, {
    events(organizationId) {
      for (const id of organizationId === null ? houses.keys() : [organizationId]) {
        const house = houses.get(id)
        if (house) void hearIn(id, house)
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
  const looks = setInterval(() => void lookAt(everybody()), limits.lookMs)

  return {
    async join(listener) {
      const { userId, organizationId } = listener.peer.rights
      const own = people.get(userId) ?? new Set()
      const { quotas } = listener
      if (quotas.some(({ key, limit }) => (connections.get(key) ?? 0) >= limit)) return undefined
      for (const { key } of quotas) connections.set(key, (connections.get(key) ?? 0) + 1)
      people.set(userId, own.add(listener))
      let house = houses.get(organizationId)
      if (house) house.listeners.add(listener)
      else {
        const last = await lastLiveEvents(database, { organizationId }, mostRecent)
        house = houses.get(organizationId) ?? newHouse(last)
        houses.set(organizationId, house)
        house.listeners.add(listener)
        // What was written while the last ones were asked for was heard by nobody.
        await hearIn(organizationId, house)
      }
      const { listeners } = house
      let isOpen = true
      return () => {
        if (isOpen) for (const { key } of quotas) releaseConnection(connections, key)
        isOpen = false
        own.delete(listener)
        if (own.size === 0 && people.get(userId) === own) people.delete(userId)
        listeners.delete(listener)
        if (listeners.size === 0) houses.delete(organizationId)
      }
    },
    async catchUp({ organizationId }, since) {
      const house = houses.get(organizationId)
      if (!house) return fromDatabase(organizationId, since)
      if (since === undefined) return { seq: house.recent.seq, events: [], whole: true }
      // Told by another Kept a moment before it is known here.
      if (since > house.recent.seq) await hearIn(organizationId, house)
      const events = house.recent.after(since)
      return events ? { seq: house.recent.seq, events, whole: true } : fromDatabase(organizationId, since)
    },
    look: () => lookAt(everybody()),
    size: () => everybody().length,
    async stop() {
      clearInterval(beats)
      clearInterval(looks)
      for (const { peer } of everybody()) peer.close(closeCodes.stopping, 'Restarting; connect again.')
      await stopListening()
      await Promise.all([...houses.values()].map(({ reading }) => reading))
    },
  }

  async function fromDatabase(organizationId: string, since: number | undefined): Promise<CaughtUp> {
    const seq = await lastLiveSeq(database, { organizationId })
    if (since === undefined) return { seq, events: [], whole: true }
    // A number nobody gave out: the database is an older one, brought back. Only what comes now can be told.
    if (since > seq) return { seq, events: [], whole: false }
    return { seq, ...(await readLiveEvents(database, { organizationId }, since)) }
  }
}

function releaseConnection(connections: Map<string, number>, key: string): void {
  const left = (connections.get(key) ?? 1) - 1
  if (left > 0) connections.set(key, left)
  else connections.delete(key)
}

const newHouse = (last: readonly LiveEvent[]): House => ({
  listeners: new Set(),
  recent: new Recent(last),
  reading: undefined,
  isBehind: false,
})
