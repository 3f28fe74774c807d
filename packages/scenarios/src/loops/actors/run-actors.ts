/**
 * Worlds as programs that run side by side on one clock: each acts, says when it acts next, and leaves telemetry behind.
 * Written after the other worlds and unlike them, to measure with and not to choose thresholds by.
 */
import type { Random } from '../../random.ts'
import type { TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'

/** Acts at a minute; returns the minutes until it acts again, or nothing once it is done. */
type Actor = (at: number) => number | undefined

export class Stage {
  readonly #queue: { at: number; actor: Actor }[] = []
  readonly #end: number

  constructor(endMinute: number) {
    this.#end = endMinute
  }

  enter(at: number, actor: Actor): void {
    if (at >= this.#end) return
    let low = 0
    let high = this.#queue.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#queue[middle]?.at ?? 0) <= at) high = middle
      else low = middle + 1
    }
    this.#queue.splice(low, 0, { at, actor })
  }

  run(): void {
    for (let next = this.#queue.pop(); next; next = this.#queue.pop()) {
      const wait = next.actor(next.at)
      if (wait !== undefined) this.enter(next.at + wait, next.actor)
    }
  }
}

/** A time with a long tail, as most services take it: its median, and how wide it is. */
export function takes(rng: Random, medianMs: number, width = 0.6): number {
  const uniform = Math.min(0.999, Math.max(0.001, rng.next()))
  return medianMs * (uniform / (1 - uniform)) ** (width / 1.8)
}

/** Users who come in bursts: a busy spell of minutes, then a quiet one. */
export function bursts(rng: Random, perMinute: number, act: (at: number) => void): Actor {
  let busyUntil = 0
  let quietUntil = 0
  return (at) => {
    if (at > quietUntil) {
      busyUntil = at + 1 + 4 * rng.next()
      quietUntil = busyUntil + 1 + 3 * rng.next()
    }
    act(at)
    const rate = at < busyUntil ? perMinute * 1.6 : perMinute * 0.4
    return -Math.log(1 - rng.next()) / rate
  }
}

/** An ordinary shop of other services than elsewhere: a gateway, gRPC behind it, MySQL and Mongo. */
export function enterShop(stage: Stage, writer: TelemetryWriter, perMinute = 4): void {
  const { rng } = writer
  stage.enter(
    0.1,
    bursts(rng, perMinute, (at) => {
      const trace = writer.trace()
      const gateway = { service: 'kong', trace, kind: 'server' as const }
      const root = writer.span({ ...gateway, name: 'POST /graphql', at, ms: takes(rng, 60) })
      for (const [service, method] of [
        ['listing', 'listing.Listing/Page'],
        ['seller', 'seller.Seller/Lookup'],
      ] as const) {
        if (rng.chance(0.3)) continue
        const call = writer.span({
          ...{ service: 'kong', trace, parent: root, name: method, kind: 'client', at, ms: takes(rng, 20) },
          attributes: { 'rpc.system': 'grpc', 'rpc.service': method.split('/')[0] ?? '', 'rpc.grpc.status_code': 0 },
        })
        const served = { service, trace, parent: call, name: method, kind: 'server' as const }
        const handler = writer.span({ ...served, at: at + 0.0001, ms: takes(rng, 15) })
        const system = service === 'listing' ? 'mysql' : 'mongodb'
        writer.span({
          ...{ service, trace, parent: handler, name: `${system} ${service}`, kind: 'client', at: at + 0.0002, ms: 3 },
          attributes: { 'db.system.name': system, 'db.collection.name': service, 'db.operation.name': 'find' },
        })
      }
    }),
  )
}
