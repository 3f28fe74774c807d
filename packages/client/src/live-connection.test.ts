import { beforeEach, describe, expect, it } from 'vitest'
import { createLive, heartbeatMs, type LineEvents, retryPolicies } from './live-connection.ts'

interface Opened extends LineEvents {
  path: string
  sent: string[]
}
let lines: Opened[]
let timers: { run(): void; ms: number }[]
let received: number[]
let gaps: number

function createTestLive(policy = retryPolicies.live as typeof retryPolicies.live | typeof retryPolicies.platform) {
  return createLive(
    {
      open(path, events) {
        const sent: string[] = []
        lines.push({ path, sent, ...events })
        return { send: (text) => sent.push(text), close: () => undefined }
      },
      schedule(run, ms) {
        const timer = { run, ms }
        timers.push(timer)
        return () => {
          timers = timers.filter((candidate) => candidate !== timer)
        }
      },
    },
    { onMessage: ({ seq }) => received.push(seq), onGap: () => (gaps += 1) },
    policy,
  )
}
const latest = () => lines.at(-1) as Opened
const deliver = (message: object) => latest().onText(JSON.stringify(message))
const runNext = () => {
  const timer = timers.shift()
  timer?.run()
  return timer?.ms
}

beforeEach(() => {
  lines = []
  timers = []
  received = []
  gaps = 0
})

describe('the live connection', () => {
  it('does not connect without a user', () => {
    const live = createTestLive()
    for (const userId of ['anonymous', '', null, undefined]) live.start(userId)
    expect(lines).toEqual([])
    expect(live.snapshot().state).toBe('disconnected')
  })

  it('goes from connecting to connected, and to disconnected when stopped', () => {
    const live = createTestLive()
    live.start('u1')
    expect([latest().path, live.snapshot().state]).toEqual(['/client/u1', 'connecting'])
    latest().onOpen()
    expect(live.snapshot().state).toBe('connected')
    live.stop()
    expect([live.snapshot().state, timers]).toEqual(['disconnected', []])
  })

  it('retries five times three seconds apart, then reports an error', () => {
    const live = createTestLive()
    live.start('u1')
    const waits = Array.from({ length: 5 }, () => {
      latest().onClose(1006)
      return runNext()
    })
    expect(waits).toEqual([3000, 3000, 3000, 3000, 3000])
    expect([lines.length, live.snapshot().state]).toEqual([6, 'connecting'])
    latest().onClose(1006)
    expect([timers.length, live.snapshot().state]).toEqual([0, 'error'])
  })

  it('restarts on request after it stopped retrying, and only then', () => {
    const live = createTestLive()
    live.start('u1')
    live.retry()
    expect(lines.length).toBe(1)
    for (let tries = 0; tries <= 5; tries += 1) {
      latest().onClose(1006)
      runNext()
    }
    expect(live.snapshot().state).toBe('error')
    live.retry()
    expect([lines.length, live.snapshot().state]).toEqual([7, 'connecting'])
    latest().onClose(1006)
    expect(runNext()).toBe(3000)
    live.stop()
    live.retry()
    expect(lines.length).toBe(8)
  })

  it('doubles its delays from one second with the platform policy', () => {
    createTestLive(retryPolicies.platform).start('u1')
    const waits = Array.from({ length: 5 }, () => {
      latest().onClose(1006)
      return runNext()
    })
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000])
  })

  it('pings every 30 seconds', () => {
    createTestLive().start('u1')
    latest().onOpen()
    expect([runNext(), runNext()]).toEqual([heartbeatMs, heartbeatMs])
    expect(latest().sent).toEqual(['{"type":"ping"}', '{"type":"ping"}'])
  })

  it('does not reconnect when the session is over', () => {
    const live = createTestLive()
    live.start('u1')
    latest().onOpen()
    latest().onClose(4401)
    expect([timers, live.snapshot().state]).toEqual([[], 'disconnected'])
  })

  it('keeps the last hundred messages and ten alerts, and reports none twice', () => {
    const live = createTestLive()
    live.start('u1')
    for (let seq = 1; seq <= 130; seq += 1)
      deliver({ type: seq % 2 ? 'metrics_update' : 'cost_alert', seq, payload: {} })
    deliver({ type: 'cost_alert', seq: 130, payload: {} })
    const { messages, alerts } = live.snapshot()
    expect([messages.length, messages[0]?.seq, messages.at(-1)?.seq]).toEqual([100, 130, 31])
    expect(alerts.map(({ seq }) => seq)).toEqual([130, 128, 126, 124, 122, 120, 118, 116, 114, 112])
    expect(received).toHaveLength(130)
  })

  it('resumes after the last event it saw, and reports when that is not possible', () => {
    createTestLive().start('u1')
    deliver({ type: 'subscribed', channel: 'metrics', seq: 7, complete: true })
    deliver({ type: 'metrics_update', seq: 9, payload: {} })
    latest().onClose(1006)
    runNext()
    expect(latest().path).toBe('/client/u1?since=9')
    deliver({ type: 'subscribed', channel: 'metrics', seq: 900, complete: false })
    expect(gaps).toBe(1)
  })
})
