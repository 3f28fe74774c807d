/**
 * A live connection: disconnected, connecting, connected, error. It reconnects as its policy says and resumes after the
 * last event it saw, so that a lost connection loses nothing. The WebSocket itself is given by the caller.
 */
export type LiveState = 'disconnected' | 'connecting' | 'connected' | 'error'

export interface LiveMessage {
  seq: number
  type: 'metrics_update' | 'cost_alert' | 'security_alert'
  payload: Record<string, unknown>
  at: string
}

/** How often to try again, and how long to wait before each try. */
export interface RetryPolicy {
  attempts: number
  waitMs(attempt: number): number
}
/** `live`: five tries three seconds apart; `platform`: five, doubling from one second. */
export const retryPolicies = {
  live: { attempts: 5, waitMs: () => 3000 },
  platform: { attempts: 5, waitMs: (attempt) => 1000 * 2 ** (attempt - 1) },
} as const satisfies Record<string, RetryPolicy>

export const heartbeatMs = 30_000
export const [mostMessages, mostAlerts] = [100, 10]
/** The server's word that the session is over: trying again would be refused. */
const signedOut = 4401

/** What a WebSocket is to this client. */
export interface Line {
  send(text: string): void
  close(): void
}
export interface LineEvents {
  onOpen(): void
  onText(text: string): void
  onClose(code: number): void
}

export interface LiveDoors {
  /** Opens a line to this path: a new WebSocket, in the browser. */
  open(path: string, events: LineEvents, since: number | undefined): Line
  /** Runs later; answers how to call it off. */
  later(run: () => void, ms: number): () => void
}

export interface LiveSnapshot {
  state: LiveState
  /** The newest first. */
  messages: readonly LiveMessage[]
  alerts: readonly LiveMessage[]
}

export interface LiveListener {
  onMessage(message: LiveMessage): void
  /** Some may have been missed for good: whoever shows anything asks anew. */
  onGap(): void
}

export function createLive(doors: LiveDoors, listener: LiveListener, policy: RetryPolicy = retryPolicies.live) {
  let snapshot: LiveSnapshot = { state: 'disconnected', messages: [], alerts: [] }
  let user: string | undefined
  let line: Line | undefined
  let attempt = 0
  let last: number | undefined
  let callOff: () => void = () => undefined
  let stopBeat: () => void = () => undefined
  const changed = new Set<() => void>()
  const set = (part: Partial<LiveSnapshot>) => {
    snapshot = { ...snapshot, ...part }
    for (const tell of changed) tell()
  }

  function open(): void {
    set({ state: 'connecting' })
    let isOver = false
    const path = `/client/${user}${last === undefined ? '' : `?since=${last}`}`
    const events: LineEvents = {
      onOpen() {
        if (isOver) return
        attempt = 0
        set({ state: 'connected' })
        beat()
      },
      onText: (text) => !isOver && hear(text),
      onClose(code) {
        if (isOver) return
        isOver = true
        stopBeat()
        line = undefined
        if (user === undefined) return
        if (code === signedOut) return set({ state: 'disconnected' })
        attempt += 1
        if (attempt > policy.attempts) return set({ state: 'error' })
        set({ state: 'connecting' })
        callOff = doors.later(open, policy.waitMs(attempt))
      },
    }
    line = doors.open(path, events, last)
  }

  function beat(): void {
    stopBeat = doors.later(() => {
      line?.send(JSON.stringify({ type: 'ping' }))
      beat()
    }, heartbeatMs)
  }

  function hear(text: string): void {
    const said = JSON.parse(text) as { type?: string; seq?: number; whole?: boolean }
    if (said.type === 'subscribed') {
      if (said.whole === false) listener.onGap()
      last ??= said.seq
      return
    }
    if (said.type !== 'metrics_update' && said.type !== 'cost_alert' && said.type !== 'security_alert') return
    const message = said as LiveMessage
    // One number counts all channels: what is told again after a cut was known already.
    if (snapshot.messages.some(({ seq }) => seq === message.seq)) return
    last = Math.max(last ?? 0, message.seq)
    set({
      messages: [message, ...snapshot.messages].slice(0, mostMessages),
      alerts: message.type === 'metrics_update' ? snapshot.alerts : [message, ...snapshot.alerts].slice(0, mostAlerts),
    })
    listener.onMessage(message)
  }

  function stop(): void {
    user = undefined
    callOff()
    stopBeat()
    line?.close()
    line = undefined
    if (snapshot.state !== 'disconnected') set({ state: 'disconnected' })
  }

  return {
    /** Listens for this person from now on; nobody, or "anonymous", is never connected. */
    start(userId: string | null | undefined): void {
      if (userId === user && user !== undefined) return
      stop()
      if (!userId || userId === 'anonymous') return
      user = userId
      attempt = 0
      last = undefined
      set({ messages: [], alerts: [] })
      open()
    },
    stop,
    /** Begins anew after it gave up; otherwise nothing. */
    retry(): void {
      if (user === undefined || snapshot.state !== 'error') return
      attempt = 0
      open()
    },
    snapshot: () => snapshot,
    subscribe(tell: () => void) {
      changed.add(tell)
      return () => changed.delete(tell)
    },
  }
}
