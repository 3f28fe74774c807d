/** Two gateways, one behind the other, with what their modules for OpenTelemetry record. */

import { describeProcess, olderRequest } from '../operated/resources.ts'
import { playTraffic, type TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import { type Twins, twins } from './twin.ts'

const minutes = 40

interface Hop {
  trace: string
  parent: string
  at: number
  ms: number
  status: number
  target: string
}

/** Through the web server at the edge and the gateway behind it; returns the call to what lies behind. */
function passBoth(writer: TelemetryWriter, { trace, parent, at, ms, status, target }: Hop): string {
  const failed = status >= 500
  const edge = writer.span({
    ...{ service: 'edge', name: '/', kind: 'server', trace, parent, at, ms, failed },
    attributes: { ...olderRequest('GET', '/', status), 'http.target': target, 'net.host.name': 'edge' },
  })
  const gateway = { service: 'api-gateway', trace, failed }
  const entered = writer.span({
    ...{ ...gateway, name: 'kong', kind: 'server', parent: edge, at: at + 0.000_01, ms: ms - 0.4 },
    attributes: { ...olderRequest('GET', target, status), 'http.host': 'edge', 'kong.request.id': writer.rng.hex(32) },
  })
  writer.span({ ...gateway, name: 'kong.router', kind: 'internal', parent: entered, at: at + 0.000_011, ms: 0.1 })
  return writer.span({
    ...{ ...gateway, name: 'kong.balancer', kind: 'client', parent: entered, at: at + 0.000_013, ms: ms - 0.8 },
    attributes: { 'net.peer.name': 'upstream', 'net.peer.ip': '10.2.0.9', try_count: 1 },
  })
}

/** A route of a retired host sends requests back to the edge, until their headers are too long. */
function backToTheEdge(writer: TelemetryWriter): null {
  playTraffic(writer, minutes)
  for (const service of ['edge', 'api-gateway']) describeProcess(writer, service, 'cpp')
  const changed = writer.between(9, 14)
  const through = (start: number, target: string, hops: number, status: number) => {
    const trace = writer.trace()
    let [parent, at] = ['', start]
    for (let hop = 0; hop < hops; hop += 1) {
      parent = passBoth(writer, { trace, parent, at, ms: (hops - hop) * 3, status, target })
      at += 0.000_02
    }
  }
  for (const start of writer.starts(40, 0, minutes - 1)) through(start, '/v2/catalog', 1, 200)
  for (const start of writer.starts(writer.between(4, 7), changed, minutes - 1))
    through(start, '/legacy/status', writer.rng.integer(44, 90), 502)
  return null
}

/** Three services that reach each other through both gateways, as always: three times around for each request. */
function threeTimesAround(writer: TelemetryWriter): void {
  playTraffic(writer, minutes)
  for (const service of ['edge', 'api-gateway']) describeProcess(writer, service, 'cpp')
  for (const start of writer.starts(writer.between(40, 60), 0, minutes - 1)) {
    const trace = writer.trace()
    let [parent, at] = ['', start]
    for (const [index, service] of ['shop-web', 'catalog', 'prices'].entries()) {
      const ms = (3 - index) * writer.between(14, 22)
      const call = passBoth(writer, { trace, parent, at, ms, status: 200, target: `/${service}/list` })
      at += 0.000_05
      parent = writer.span({
        ...{ service, name: `GET /${service}/list`, kind: 'server', trace, parent: call, at, ms: ms - 2 },
        attributes: olderRequest('GET', `/${service}/list`, 200),
      })
    }
  }
}

export const gatewayRing: Twins = twins(
  'fifth',
  {
    ...{ name: 'Gateways that send a request back to each other', type: 'circular_dependency' },
    own: ['edge', 'api-gateway'],
    why: 'A retired host is routed to the edge, which routes it to the gateway: forty rounds and more until it fails.',
    losses: { lost: 0.03 },
    play: backToTheEdge,
  },
  {
    name: 'Services that reach each other through two gateways',
    why: 'Three other services answer behind the gateways, each once, and the request is answered.',
    play: threeTimesAround,
  },
)
