/** Chains of services whose handlers are named after what they work on, so that no operation comes back. */
import { httpCall, playTraffic, type TelemetryWriter } from './telemetry-writer.ts'
import type { ToolDefaultsClass } from './world-class.ts'

const minutes = 40
const services = ['tariff', 'quota', 'depot', 'route', 'ledger', 'bonus']

/** One request that is passed on from service to service, each handler under the name that `nameOf` gives. */
function playChain(
  writer: TelemetryWriter,
  options: { at: number; ring: readonly string[]; steps: number; nameOf: (step: number) => string },
): void {
  const { at, ring, steps, nameOf } = options
  const trace = writer.trace()
  let parent = writer.span({ service: 'portal', name: 'POST /requests', kind: 'server', trace, at, ms: 800 })
  let caller = 'portal'
  for (let step = 0; step < steps; step += 1) {
    const service = ring[step % ring.length] ?? 'portal'
    const begin = at + step * 0.001
    const attributes = httpCall('POST', `http://${service}/handle`, 200)
    const call = writer.span({
      ...{ service: caller, name: 'POST', kind: 'client' as const, trace, parent, at: begin, ms: 12, attributes },
    })
    parent = writer.span({
      ...{ service, name: nameOf(step), kind: 'server' as const, trace, parent: call, at: begin + 0.0002, ms: 9 },
    })
    caller = service
  }
}

export const loopsOfNamedSteps: ToolDefaultsClass[] = [
  {
    name: 'Circle of services, handlers named after what they work on',
    half: 'tuning',
    play(writer) {
      playTraffic(writer, minutes)
      const ring = services.slice(0, writer.rng.integer(3, 6))
      const [rounds, perMinute] = [writer.rng.integer(6, 20), writer.between(4, 12)]
      const nameOf = () => `handle ${writer.rng.pick(['ash', 'birch', 'cedar', 'elm', 'fir'])}-${writer.rng.hex(1)}`
      for (const at of writer.starts(perMinute, writer.between(8, 14), minutes))
        playChain(writer, { at, ring, steps: ring.length * rounds, nameOf })
      return { type: 'circular_dependency', own: ring, perMinute: perMinute * (rounds - 1) }
    },
  },
]

export const alikeNamedSteps: ToolDefaultsClass[] = [
  {
    name: 'Choreography of eight steps over three services, each step under its name',
    half: 'held',
    play(writer) {
      playTraffic(writer, minutes)
      const ring = services.slice(0, 3)
      const names = ['price', 'reserve', 'plan', 'discount', 'confirm', 'pick', 'invoice', 'ship']
      for (const at of writer.starts(writer.between(10, 50), 0, minutes))
        playChain(writer, { at, ring, steps: names.length, nameOf: (step) => names[step] ?? '' })
      return undefined
    },
  },
]
