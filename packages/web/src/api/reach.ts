/**
 * Whether Kept can be reached from here: what the browser says of its network, and what becomes of the requests. Asks
 * by itself while it cannot, so that a page left open comes back without anybody pressing anything.
 */
export type Reach =
  /** `back`: out of reach a moment ago. */
  | { state: 'here'; back: boolean }
  /** Since when, and when the server last answered; milliseconds since 1970. */
  | { state: 'offline' | 'unreachable'; since: number; asOf: number }

export interface ReachDoors {
  now(): number
  later(run: () => void, ms: number): () => void
  /** True when the browser has a network at all. */
  hasNetwork(): boolean
  /** True when the server answers, whatever it says. */
  probe(): Promise<boolean>
}

/** One lost request happens; the second in a row, a second later, is no chance. */
const lostInARow = 2
export const probeEveryMs = 5000
/** How long "back online" is said. */
export const backForMs = 4000

export function createReach({ now, later, hasNetwork, probe }: ReachDoors) {
  let reach: Reach = { state: 'here', back: false }
  let lost = 0
  let firstLostAt = 0
  let answeredAt = now()
  let probing: Promise<void> | undefined
  let callOff: () => void = () => undefined
  const listeners = new Set<() => void>()

  const set = (next: Reach) => {
    callOff()
    reach = next
    for (const listener of listeners) listener()
  }
  const leave = (state: 'offline' | 'unreachable', since: number) => {
    if (reach.state === state) return
    set({ state, since: reach.state === 'here' ? since : reach.since, asOf: answeredAt })
    if (state === 'unreachable') askLater()
  }
  const arrive = () => {
    if (reach.state === 'here') return
    set({ state: 'here', back: true })
    callOff = later(() => set({ state: 'here', back: false }), backForMs)
  }
  const askLater = () => {
    callOff = later(() => void ask(), probeEveryMs)
  }
  const ask = () => {
    probing ??= askOnce().finally(() => {
      probing = undefined
    })
    return probing
  }
  const askOnce = async () => {
    if (reach.state === 'here' || !hasNetwork()) return
    if (await probe()) return heard(true)
    // The network is there and Kept is not.
    if (reach.state === 'offline') leave('unreachable', reach.since)
    else if (reach.state === 'unreachable') askLater()
  }
  const heard = (answered: boolean) => {
    if (answered) {
      lost = 0
      answeredAt = now()
      return arrive()
    }
    if (lost === 0) firstLostAt = now()
    lost += 1
    if (!hasNetwork()) return leave('offline', now())
    if (lost >= lostInARow) leave('unreachable', firstLostAt)
  }

  return {
    now: () => reach,
    subscribe(changed: () => void) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    /** Told of every request: whether anything came back. */
    heard,
    /** The browser's network went or came. */
    network(): Promise<void> {
      if (hasNetwork()) return ask()
      leave('offline', now())
      return Promise.resolve()
    },
    /** Asks at once, however long the next asking is away. */
    tryNow: ask,
  }
}
