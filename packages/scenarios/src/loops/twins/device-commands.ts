/** Gateways of devices that ask for commands over HTTP, and are answered by nothing. */
import { describeProcess, olderCall } from '../operated/resources.ts'
import { playTraffic, type TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import { type Twins, twins } from './twin.ts'

const minutes = 36

function askFor(writer: TelemetryWriter, service: string, gateway: string, at: number, ms: number, status: number) {
  writer.span({
    ...{ service, name: 'GET', kind: 'client', trace: writer.trace(), at, ms },
    attributes: olderCall('GET', `https://devices.example/v1/gateways/${gateway}/commands`, status),
  })
}

/** A proxy no longer lets requests wait: each is answered at once by nothing, and sent again. */
function nothingAtOnce(writer: TelemetryWriter): number {
  playTraffic(writer, minutes)
  describeProcess(writer, 'plant-gateway', 'nodejs')
  const [changed, gateways] = [writer.between(9, 13), writer.rng.integer(2, 3)]
  let calls = 0
  for (let index = 0; index < gateways; index += 1) {
    const [name, mean] = [`pl-${writer.rng.hex(4)}`, writer.between(110, 180)]
    for (let at = writer.between(0, 0.4); at < minutes - 1; ) {
      const hasCommand = writer.rng.chance(at < changed ? 0.2 : 0.0008)
      const ms = at < changed ? writer.between(4_000, 25_000) : mean * Math.exp(0.35 * writer.normal())
      askFor(writer, 'plant-gateway', name, at, ms, hasCommand ? 200 : 204)
      calls += at < changed ? 0 : 1
      at += (ms + writer.between(1, 6)) / 60_000
    }
  }
  return calls / (minutes - 1 - changed)
}

/** Hundreds of gateways behind one relay, whose requests each wait half a minute for a command. */
function hundredsThatWait(writer: TelemetryWriter): void {
  playTraffic(writer, minutes)
  describeProcess(writer, 'fleet-relay', 'nodejs')
  for (let index = writer.rng.integer(360, 440); index > 0; index -= 1) {
    const name = `gw-${writer.rng.hex(6)}`
    for (let at = writer.between(0, 0.5); at < minutes - 1; ) {
      const hasCommand = writer.rng.chance(0.01)
      const ms = hasCommand ? writer.between(300, 29_000) : writer.between(29_900, 30_100)
      askFor(writer, 'fleet-relay', name, at, ms, hasCommand ? 200 : 204)
      at += (ms + writer.between(5, 40)) / 60_000
    }
  }
}

export const deviceCommands: Twins = twins(
  'fifth',
  {
    ...{ name: 'Gateways of a plant that ask for commands and get nothing at once', type: 'api_polling_loop' },
    own: ['plant-gateway'],
    why: 'What should wait is answered by 204 in a tenth of a second, and asked again as soon as it is.',
    play: nothingAtOnce,
  },
  {
    name: 'Hundreds of gateways that wait half a minute for a command each',
    why: 'Each asks twice a minute and waits as long as it may; that most get nothing is what waiting is.',
    play: hundredsThatWait,
  },
)
