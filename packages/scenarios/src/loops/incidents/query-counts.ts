/** Statements of a database counted by pg_stat_statements, and the requests of the service that sends most of them. */
import { describeProcess } from '../operated/resources.ts'
import type { TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import { type Twins, twins } from '../twins/twin.ts'
import { Exporter } from './exporter.ts'
import { about, Drift, playNeighbors, tideAt } from './neighbors.ts'

const [database, api, length] = ['orders-db', 'orders-api', 480]

/** How often an order asks for each statement. */
const perRequest = [
  { queryid: '-8842093311927745012', calls: 1 },
  { queryid: '1175503648829104337', calls: 1 },
  { queryid: '6620175519038842716', calls: 0.4 },
  { queryid: '-303817264410958821', calls: 0.1 },
]
const priceOfLine = '4471902836655120983'

interface Minute {
  requests: number
  /** Calls of the statement for the price of a line, by user. */
  prices: { user: string; calls: number }[]
}

class Database {
  readonly #writer: TelemetryWriter
  readonly #database: Exporter
  readonly #api: Exporter

  constructor(writer: TelemetryWriter) {
    this.#writer = writer
    this.#database = new Exporter(writer, database, '10.31.2.9:9187')
    this.#api = new Exporter(writer, api)
    describeProcess(writer, api, 'java')
  }

  report(minute: number, { requests, prices }: Minute): void {
    const route = { 'http.request.method': 'GET', 'http.route': '/orders/{id}', 'http.response.status_code': 200 }
    this.#api.durations(minute, 'http.server.request.duration', requests, route)
    let total = 0
    for (const { queryid, calls } of perRequest)
      total += this.#statement(minute, queryid, 'orders_api', about(this.#writer, requests * calls))
    for (const { user, calls } of prices) total += this.#statement(minute, priceOfLine, user, calls)
    this.#database.count(minute, 'pg_stat_database_xact_commit', requests + total * 0.3, { datname: 'orders' })
    const busy = 3 + total / 9000
    this.#database.level(minute, 'pg_stat_activity_count', busy, { datname: 'orders', state: 'active' })
  }

  #statement(minute: number, queryid: string, user: string, calls: number): number {
    const labels = { datname: 'orders', user, queryid }
    this.#database.count(minute, 'pg_stat_statements_calls_total', calls, labels)
    this.#database.count(minute, 'pg_stat_statements_rows_total', calls, labels)
    this.#database.count(minute, 'pg_stat_statements_seconds_total', calls * 0.0006, labels)
    return calls
  }
}

/** Since a release an order asks for the price of each of its lines, and each line for those of its set. */
function priceByPrice(writer: TelemetryWriter): null {
  playNeighbors(writer, length)
  const [orders, drift, from] = [new Database(writer), new Drift(writer, 0.09), writer.rng.integer(100, 170)]
  const each = writer.between(110, 170)
  for (let minute = 0; minute < length; minute += 1) {
    const requests = about(writer, 310 * tideAt(writer, minute) * drift.next())
    const calls = minute < from ? requests : requests * each * writer.between(0.94, 1.06)
    const prices = [
      { user: 'orders_api', calls: Math.round(calls) },
      { user: 'night_jobs', calls: 0 },
    ]
    orders.report(minute, { requests, prices })
  }
  return null
}

/** Twice in the record a job compares the price of each line with the invoice, line by line. */
function comparesInvoices(writer: TelemetryWriter): void {
  playNeighbors(writer, length)
  const [orders, drift, from] = [new Database(writer), new Drift(writer, 0.09), writer.rng.integer(50, 90)]
  const [second, most] = [from + writer.rng.integer(180, 220), writer.between(40_000, 58_000)]
  const [lengthOfFirst, lengthOfSecond] = [writer.rng.integer(32, 44), writer.rng.integer(40, 58)]
  for (let minute = 0; minute < length; minute += 1) {
    const requests = about(writer, 310 * tideAt(writer, minute) * drift.next())
    const isRunning =
      (minute >= from && minute < from + lengthOfFirst) || (minute >= second && minute < second + lengthOfSecond)
    const prices = [
      { user: 'orders_api', calls: requests },
      { user: 'night_jobs', calls: isRunning ? about(writer, most * writer.between(0.95, 1.05)) : 0 },
    ]
    orders.report(minute, { requests, prices })
  }
}

export const queryCounts: Twins = twins(
  'seventh-held',
  {
    ...{ name: 'Price of each line asked for, counted by the database', type: 'database_query_loop' },
    own: [database, api],
    why: 'A statement that each request sent once is sent more than a hundred times by each, since a minute and for hours.',
    play: priceByPrice,
  },
  {
    name: 'Invoices compared line by line by a job, counted by the database',
    why: 'The calls belong to the user of a job, have nothing to do with requests, and end with the last invoice.',
    play: comparesInvoices,
  },
)
