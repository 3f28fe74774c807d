/**
 * A live connection: disconnected, connecting, connected, error. It reconnects by its policy and resumes after the last
 * event it saw, so that a lost connection loses nothing. The caller provides the WebSocket.
 */
export type LiveState = 'disconnected' | 'connecting' | 'connected' | 'error'

export interface LiveMessage {
  seq: number
  type: 'metrics_update' | 'cost_alert' | 'security_alert' | 'audit_event'
  payload: Record<string, unknown>
  at: string
}

/** The number of retries, and the delay before each. */
interface RetryPolicy {
  attempts: number
  waitMs(attempt: number): number
}
/** `live`: five retries three seconds apart; `platform`: five, doubling from one second. */
export const retryPolicies = {
  live: { attempts: 5, waitMs: () => 3000 },
  platform: { attempts: 5, waitMs: (attempt) => 1000 * 2 ** (attempt - 1) },
} as const satisfies Record<string, RetryPolicy>

export const heartbeatMs = 30_000
const [maxMessages, maxAlerts] = [100, 10]
/** Close code for an ended session: a retry would be rejected. */
const signedOut = 4401

/** The part of a WebSocket that this client uses. */
export interface Line {
  send(text: string): void
  close(): void
}
export interface LineEvents {
  onOpen(): void
  onText(text: string): void
  onClose(code: number): void
}

interface LiveDeps {
  /** Opens a connection to this path: a new WebSocket, in the browser. */
  open(path: string, events: LineEvents, lastSeq: number | undefined): Line
  /** Schedules a callback; returns a function that cancels it. */
  schedule(run: () => void, ms: number): () => void
}

export interface LiveSnapshot {
  state: LiveState
  /** Newest first. */
  messages: readonly LiveMessage[]
  alerts: readonly LiveMessage[]
}

export interface LiveListener {
  onMessage(message: LiveMessage): void
  /** Events may have been missed permanently: refetch what is shown. */
  onGap(): void
}

export function createLive(deps: LiveDeps, listener: LiveListener, policy: RetryPolicy = retryPolicies.live) {
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
    for (const notify of changed) notify()
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
        callOff = deps.schedule(open, policy.waitMs(attempt))
      },
    }
    line = deps.open(path, events, last)
  }

  function beat(): void {
    stopBeat = deps.schedule(() => {
      line?.send(JSON.stringify({ type: 'ping' }))
      beat()
    }, heartbeatMs)
  }

  function hear(text: string): void {
    const received = JSON.parse(text) as { type?: string; seq?: number; complete?: boolean }
    if (received.type === 'subscribed') {
      if (received.complete === false) listener.onGap()
      last ??= received.seq
      return
    }
    // Every change in the organization has one: they would displace all other messages.
    if (received.type === 'audit_event') {
      last = Math.max(last ?? 0, received.seq ?? 0)
      listener.onMessage(received as LiveMessage)
      return
    }
    if (received.type !== 'metrics_update' && received.type !== 'cost_alert' && received.type !== 'security_alert')
      return
    const message = received as LiveMessage
    // Sequence numbers span all channels: an event repeated after a reconnect is already known.
    if (snapshot.messages.some(({ seq }) => seq === message.seq)) return
    last = Math.max(last ?? 0, message.seq)
    set({
      messages: [message, ...snapshot.messages].slice(0, maxMessages),
      alerts: message.type === 'metrics_update' ? snapshot.alerts : [message, ...snapshot.alerts].slice(0, maxAlerts),
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
    /** Connects for this user; an empty id or "anonymous" is never connected. */
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
    /** Reconnects after the retries are exhausted; otherwise does nothing. */
    retry(): void {
      if (user === undefined || snapshot.state !== 'error') return
      attempt = 0
      open()
    },
    snapshot: () => snapshot,
    subscribe(onChange: () => void) {
      changed.add(onChange)
      return () => changed.delete(onChange)
    },
  }
}
