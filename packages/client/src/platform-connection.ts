/** The live connection of the platform API: `/ws`, with the channels that the caller subscribes to. */
import { createLive, type LiveListener, type LiveMessage, type LiveSnapshot, retryPolicies } from './live-connection.ts'
import { type OpenSocket, openWebSocket } from './web-socket.ts'

/** `metrics` carries metrics_update, `alerts` cost_alert, `security` security_alert, `audit` audit_event. */
type PlatformChannel = 'metrics' | 'alerts' | 'security' | 'audit'

/** Not `audit`, which has an event for every change. */
const defaultChannels: readonly PlatformChannel[] = ['metrics', 'alerts', 'security']

export interface PlatformListener {
  onMessage(message: LiveMessage): void
  /** Messages may have been lost permanently: refetch what is shown. */
  onGap?(): void
  onState?(state: LiveSnapshot['state']): void
  /** Default: everything the token may receive, except `audit`. */
  channels?: readonly PlatformChannel[]
}

export interface PlatformConnection {
  snapshot(): LiveSnapshot
  /** Reconnects after five failed attempts. */
  retry(): void
  close(): void
}

interface ConnectionOptions {
  baseUrl: string
  bearer(): string | undefined
  headers: Readonly<Record<string, string>>
  openSocket: OpenSocket | undefined
}

export function connectPlatform(
  { baseUrl, bearer, headers, openSocket = openWebSocket }: ConnectionOptions,
  { onMessage, onGap, onState, channels = defaultChannels }: PlatformListener,
): PlatformConnection {
  const listener: LiveListener = { onMessage, onGap: () => onGap?.() }
  const live = createLive(
    {
      open(_path, events, lastSeq) {
        const token = bearer()
        const line = openSocket(
          new URL('/ws', `${baseUrl}/`),
          { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
          {
            ...events,
            onOpen() {
              events.onOpen()
              for (const channel of channels) {
                line.send(
                  JSON.stringify({ type: 'subscribe', channel, ...(lastSeq !== undefined && { since: lastSeq }) }),
                )
              }
            },
          },
        )
        return line
      },
      schedule(run, ms) {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
    },
    listener,
    retryPolicies.platform,
  )
  let state = live.snapshot().state
  live.subscribe(() => {
    const next = live.snapshot().state
    if (next === state) return
    state = next
    onState?.(state)
  })
  live.start('platform')
  return { snapshot: live.snapshot, retry: live.retry, close: live.stop }
}
