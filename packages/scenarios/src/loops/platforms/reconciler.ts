/** A controller of Kubernetes, by what controller-runtime and the client for Go expose. */
import type { TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import { type Twins, twins } from '../twins/twin.ts'

const [service, length] = ['tenant-operator', 360]

class Controller {
  readonly #writer: TelemetryWriter
  readonly #counts = new Map<string, number>()

  constructor(writer: TelemetryWriter) {
    this.#writer = writer
  }

  report(minute: number, { runs, writes }: { runs: number; writes: number }): void {
    const own = { controller: 'tenant' }
    this.#count(minute, 'controller_runtime_reconcile_total', { ...own, result: 'success' }, runs)
    this.#count(minute, 'controller_runtime_reconcile_total', { ...own, result: 'error' }, 0)
    this.#count(minute, 'workqueue_adds_total', { ...own, name: 'tenant' }, runs)
    this.#count(minute, 'workqueue_retries_total', { ...own, name: 'tenant' }, 0)
    const host = { host: '10.96.0.1:443' }
    this.#count(minute, 'rest_client_requests_total', { ...host, method: 'PUT', code: '200' }, writes)
    this.#count(minute, 'rest_client_requests_total', { ...host, method: 'GET', code: '200' }, 12)
  }

  #count(minute: number, name: string, attributes: Record<string, string>, more: number): void {
    const key = `${name}|${Object.values(attributes).join('|')}`
    const value = (this.#counts.get(key) ?? this.#writer.rng.integer(10_000, 90_000)) + Math.round(more)
    this.#counts.set(key, value)
    this.#writer.measure({ service, name, unit: '', kind: 'counter', attributes }, minute, value)
  }
}

/** Each run writes the time of the run into the object, and that write wakes it again: all succeed. */
function wokenByItsWrite(writer: TelemetryWriter): null {
  const [controller, from, perMinute] = [new Controller(writer), writer.rng.integer(60, 110), writer.between(700, 1100)]
  for (let minute = 0; minute < length; minute += 1) {
    const runs = minute < from ? writer.rng.integer(6, 14) : perMinute * writer.between(0.96, 1.04)
    controller.report(minute, { runs, writes: minute < from ? writer.rng.integer(0, 3) : runs })
  }
  return null
}

/** A new version looks at each of thousands of objects once and writes those that it keeps in another way. */
function eachOnce(writer: TelemetryWriter): void {
  const [controller, from, perMinute] = [new Controller(writer), writer.rng.integer(60, 110), writer.between(700, 1100)]
  for (let minute = 0; minute < length; minute += 1) {
    const isNew = minute >= from && minute < from + 11
    const runs = isNew ? perMinute * writer.between(0.96, 1.04) : writer.rng.integer(6, 14)
    controller.report(minute, { runs, writes: isNew ? runs * 0.8 : writer.rng.integer(0, 3) })
  }
}

export const reconciler: Twins = twins(
  'sixth-held',
  {
    ...{ name: 'Controller woken by what it writes, without a failure', type: 'recursive_function', own: [service] },
    why: 'A hundred times as many runs as usual for four hours, each with one write, and no object more than before.',
    play: wokenByItsWrite,
  },
  {
    name: 'Controller whose new version writes each object once',
    why: 'As many runs for eleven minutes, and then as few as before.',
    play: eachOnce,
  },
)
