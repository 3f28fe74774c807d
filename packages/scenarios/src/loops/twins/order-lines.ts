/** Lines of orders read one by one, as the libraries of Elixir record it: below a page, and by a job of the night. */
import { playOffice } from '../operated/office.ts'
import { describeProcess, request } from '../operated/resources.ts'
import type { TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import { type Twins, twins } from './twin.ts'

const minutes = 42

function readOne(writer: TelemetryWriter, trace: string, parent: string, at: number, source: string): void {
  writer.span({
    ...{ service: 'back-office', name: `back_office.repo.query:${source}`, kind: 'client', trace, parent, at },
    ms: writer.between(0.8, 2.4),
    attributes: {
      ...{ 'db.system': 'postgresql', 'db.name': 'back_office', source },
      'db.statement': `SELECT l0."id", l0."sku", l0."count" FROM "${source}" AS l0 WHERE (l0."order_id" = $1)`,
      total_time_microseconds: writer.rng.integer(700, 2500),
    },
  })
}

/** Since a release each order of a list is asked for its lines. */
function lineByLine(writer: TelemetryWriter): number {
  playOffice(writer, minutes)
  describeProcess(writer, 'back-office', 'cpp')
  const [release, perMinute, size] = [writer.between(13, 17), writer.between(5, 8), writer.rng.integer(80, 130)]
  for (const start of writer.starts(perMinute, 0, minutes - 1)) {
    const count = start < release ? writer.rng.integer(2, 3) : Math.round(size * writer.between(0.85, 1.15))
    const base = { service: 'back-office', trace: writer.trace() }
    const parent = writer.span({
      ...{ ...base, name: 'GET /orders', kind: 'server', at: start, ms: 12 + count * 3 },
      attributes: { ...request('GET', '/orders', 200), 'phoenix.plug': 'BackOfficeWeb.OrderController' },
    })
    for (let row = 0; row < count; row += 1)
      readOne(writer, base.trace, parent, start + 0.0001 + (row * 3) / 60_000, 'order_lines')
  }
  return perMinute * size
}

/** The job of the night makes the report of each tenant, customer by customer, and is done in a quarter of an hour. */
function reportsOfTheNight(writer: TelemetryWriter): void {
  playOffice(writer, minutes)
  describeProcess(writer, 'back-office', 'cpp')
  let at = writer.between(13, 17)
  for (let tenant = writer.rng.integer(80, 110); tenant > 0; tenant -= 1) {
    const [trace, count] = [writer.trace(), writer.rng.integer(120, 260)]
    const parent = writer.span({
      ...{ service: 'back-office', name: 'reports process', kind: 'consumer', trace, at, ms: count * 30 },
      attributes: {
        ...{ 'messaging.system': 'oban', 'messaging.destination': 'reports', 'oban.job.worker': 'TenantReport' },
        'messaging.oban.job_id': writer.rng.integer(1e5, 9e5),
      },
    })
    for (let row = 0; row < count; row += 1)
      readOne(writer, trace, parent, at + 0.0001 + (row * 30) / 60_000, 'order_lines')
    at += writer.between(0.13, 0.17)
  }
}

export const orderLines: Twins = twins(
  'fifth-held',
  {
    ...{ name: 'Lines of orders read one by one since a release, in Elixir', type: 'database_query_loop' },
    own: ['back-office'],
    why: 'The same page asks a hundred times for what it asked for twice before.',
    play: lineByLine,
  },
  {
    name: 'Reports of the night, customer by customer, in Elixir',
    why: 'Each job is one tenant with as many customers, and all are done after a quarter of an hour.',
    play: reportsOfTheNight,
  },
)
