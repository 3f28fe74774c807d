/** Connections of a pool to a database, as the agent for Java measures them by default. */
import type { TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import { type Twins, twins } from '../twins/twin.ts'

const [service, most, day] = ['booking-core', 50, 20 * 60]

interface Level {
  used: number
  waiting: number
  /** Requests so far. */
  requests: number
}

function report(writer: TelemetryWriter, minute: number, { used, waiting, requests }: Level): void {
  const pool = { 'db.client.connection.pool.name': 'HikariPool-1' }
  const count = (name: string, unit: string, value: number, state?: string) => {
    const attributes = state === undefined ? pool : { ...pool, 'db.client.connection.state': state }
    writer.measure({ service, name, unit, kind: 'level', attributes }, minute, Math.round(value))
  }
  count('db.client.connection.count', '{connection}', used, 'used')
  count('db.client.connection.count', '{connection}', Math.max(0, Math.min(10, most - used)), 'idle')
  count('db.client.connection.max', '{connection}', most)
  count('db.client.connection.pending_requests', '{request}', waiting)
  const attributes = { 'http.request.method': 'GET', 'http.route': '/bookings', 'http.response.status_code': 200 }
  const served = { service, name: 'http.server.request.duration', unit: 's', kind: 'durations' as const, attributes }
  writer.measure(served, minute, Math.round(requests))
}

/** A branch of the code does not give its connection back; when none is left the process is started again. */
function neverGivenBack(writer: TelemetryWriter): null {
  const [from, hours] = [writer.rng.integer(80, 200), writer.between(3.5, 5)]
  let [requests, since, period] = [1e6, from, hours * 60]
  for (let minute = 0; minute < day; minute += 1) {
    if (minute >= from && minute - since >= period + 4) {
      ;[since, period, requests] = [minute, hours * 60 * writer.between(0.94, 1.06), 0]
    }
    const isFull = minute >= from && minute - since >= period
    requests += isFull ? 20 : 410 * writer.between(0.94, 1.06)
    const lost = minute < from ? 0 : (minute - since) / period
    const used = Math.min(most, 4 + writer.rng.integer(0, 3) + lost * (most - 4))
    report(writer, minute, { used, waiting: isFull ? writer.rng.integer(60, 190) : 0, requests })
  }
  return null
}

/** More guests through the day, more connections in use; both go back in the evening. */
function moreGuests(writer: TelemetryWriter): void {
  const opens = writer.rng.integer(60, 120)
  let requests = 1e6
  for (let minute = 0; minute < day; minute += 1) {
    const share = Math.min(1, Math.max(0, (minute - opens) / 400)) * Math.min(1, Math.max(0, (1120 - minute) / 240))
    requests += (90 + 2600 * share) * writer.between(0.94, 1.06)
    const used = Math.min(most, 3 + 42 * share + writer.rng.integer(0, 3))
    report(writer, minute, { used, waiting: used > 46 ? writer.rng.integer(0, 3) : 0, requests })
  }
}

export const connectionPool: Twins = twins(
  'sixth-held',
  {
    ...{ name: 'Connections that are never given back to their pool', type: 'memory_leak_loop', own: [service] },
    why: 'Connections in use grow in a line to the size of the pool while requests stay, and again after each restart.',
    play: neverGivenBack,
  },
  {
    name: 'Connections in use that follow the guests of a day',
    why: 'They are as many as requests need, and are given back in the evening.',
    play: moreGuests,
  },
)
