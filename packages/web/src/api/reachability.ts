/**
 * Whether Kept can be reached from here: what the browser says of its network, and which requests succeed. Polls
 * while it cannot, so that a page left open recovers without a click.
 */
type Reach =
  /** `back`: out of reach a moment ago. */
  | { state: 'here'; isReconnected: boolean }
  /** Since when, and when the server last answered; milliseconds since 1970. */
  | { state: 'offline' | 'unreachable'; startedAt: number; asOf: number }

interface ReachabilityDeps {
  now(): number
  setTimer(run: () => void, ms: number): () => void
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

export function createReach({ now, setTimer, hasNetwork, probe }: ReachabilityDeps) {
  let reach: Reach = { state: 'here', isReconnected: false }
  let failureCount = 0
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
  const leave = (state: 'offline' | 'unreachable', startedAt: number) => {
    if (reach.state === state) return
    set({ state, startedAt: reach.state === 'here' ? startedAt : reach.startedAt, asOf: answeredAt })
    if (state === 'unreachable') probeLater()
  }
  const arrive = () => {
    if (reach.state === 'here') return
    set({ state: 'here', isReconnected: true })
    callOff = setTimer(() => set({ state: 'here', isReconnected: false }), backForMs)
  }
  const probeLater = () => {
    callOff = setTimer(() => void probeNow(), probeEveryMs)
  }
  const probeNow = () => {
    probing ??= probeOnce().finally(() => {
      probing = undefined
    })
    return probing
  }
  const probeOnce = async () => {
    if (reach.state === 'here' || !hasNetwork()) return
    if (await probe()) return recordResponse(true)
    // The network is there and Kept is not.
    if (reach.state === 'offline') leave('unreachable', reach.startedAt)
    else if (reach.state === 'unreachable') probeLater()
  }
  const recordResponse = (answered: boolean) => {
    if (answered) {
      failureCount = 0
      answeredAt = now()
      return arrive()
    }
    if (failureCount === 0) firstLostAt = now()
    failureCount += 1
    if (!hasNetwork()) return leave('offline', now())
    if (failureCount >= lostInARow) leave('unreachable', firstLostAt)
  }

  return {
    now: () => reach,
    subscribe(changed: () => void) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    /** Told of every request: whether anything came back. */
    recordResponse,
    /** The browser's network went or came. */
    network(): Promise<void> {
      if (hasNetwork()) return probeNow()
      leave('offline', now())
      return Promise.resolve()
    },
    /** Asks at once, however long the next asking is away. */
    tryNow: probeNow,
  }
}
