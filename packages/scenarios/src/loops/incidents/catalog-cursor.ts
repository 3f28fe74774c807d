/** A worker that reads the catalog of another company page by page, as the client's default instrumentation records it. */
import { describeProcess } from '../operated/resources.ts'
import { httpCall, playTraffic, type TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import { type Twins, twins } from '../twins/twin.ts'
import { playNeighbors } from './neighbors.ts'

const [service, minutes] = ['catalog-import', 46]

function runOf(writer: TelemetryWriter, trace: string, at: number, ms: number): string {
  return writer.span({
    ...{ service, name: 'run/tasks.import_catalog', kind: 'consumer', trace, at, ms },
    attributes: { 'messaging.destination.name': 'imports', 'celery.action': 'run', 'celery.state': 'SUCCESS' },
  })
}

/** One run: page after page, each at the cursor that the page before gave. Returns how many were read. */
function readPages(writer: TelemetryWriter, start: number, cursors: string[] | Generator<string>): number {
  const trace = writer.trace()
  // A span is exported when it ends, so of a run that does not end there are only the calls.
  const parent = Array.isArray(cursors) ? runOf(writer, trace, start, cursors.length * 405) : writer.rng.hex(16)
  let [at, pages] = [start + 0.001, 0]
  for (const cursor of cursors) {
    if (at > minutes - 1) break
    // Pages are read from a cache of the provider now and then.
    const took = writer.rng.chance(0.1) ? writer.between(40, 70) : writer.between(170, 420)
    const url = `https://api.supplier-hub.com/v2/articles?limit=200${cursor && `&cursor=${cursor}`}`
    writer.span({
      service,
      name: 'GET',
      kind: 'client',
      trace,
      parent,
      at,
      ms: took,
      attributes: httpCall('GET', url, 200),
    })
    pages += 1
    at += (took + writer.between(60, 170)) / 60_000
  }
  return pages
}

const cursorOf = (writer: TelemetryWriter) => `eyJhZnRlciI6${writer.rng.hex(20)}`

/** Each run begins without a cursor. */
const pagesOf = (writer: TelemetryWriter, count: number): string[] => [
  '',
  ...Array.from({ length: count - 1 }, () => cursorOf(writer)),
]

function playImports(writer: TelemetryWriter): void {
  playTraffic(writer, minutes, 3)
  playNeighbors(writer, minutes)
  describeProcess(writer, service, 'python')
  for (const start of writer.starts(0.8, 0, minutes - 3))
    readPages(writer, start, pagesOf(writer, writer.rng.integer(2, 14)))
}

/** Behind an article that is sorted by a time that many share, each page gives the cursor that it was asked with. */
function staysAtCursor(writer: TelemetryWriter): number {
  playImports(writer)
  const [from, workers] = [writer.between(9, 14), writer.rng.integer(2, 3)]
  let pages = 0
  for (let worker = 0; worker < workers; worker += 1) {
    const before = pagesOf(writer, writer.rng.integer(8, 60))
    const last = cursorOf(writer)
    function* cursors(): Generator<string> {
      yield* before
      for (;;) yield last
    }
    pages += readPages(writer, from + writer.between(0, 1.5), cursors())
  }
  return pages / (minutes - 2 - from)
}

/** New suppliers are read in full: thousands of pages, each at a cursor of its own. */
function newSuppliers(writer: TelemetryWriter): void {
  playImports(writer)
  const from = writer.between(9, 14)
  for (let worker = writer.rng.integer(2, 3); worker > 0; worker -= 1)
    readPages(writer, from + writer.between(0, 1.5), pagesOf(writer, writer.rng.integer(3800, 4600)))
}

export const catalogCursor: Twins = twins(
  'seventh-held',
  {
    ...{ name: 'Pages read at a cursor that never moves on', type: 'api_polling_loop', own: [service] },
    why: 'Thousands of calls of one run ask for one address, cursor and all, and each answer leads to it again.',
    play: staysAtCursor,
  },
  {
    name: 'Catalogs of new suppliers read in full, page by page',
    why: 'As many calls as fast, but each has a cursor of its own and brings articles that were not there.',
    play: newSuppliers,
  },
)
