/** Name servers of a cluster and of the office behind it, by the metrics of CoreDNS and the exporter for dnsmasq. */
import type { TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import { type Twins, twins } from '../twins/twin.ts'
import { Exporter } from './exporter.ts'
import { about, Drift, playNeighbors, tideAt } from './neighbors.ts'

const [cluster, office, nodes, length] = ['coredns', 'dnsmasq', 'node-local-dns', 300]
/** Where each of them answers, and is scraped on other ports. */
const [clusterAddress, officeAddress] = ['10.20.64.10', '10.20.0.2']

interface Minute {
  /** Names that pods asked for. */
  requested: number
  /** Questions that the name server of the cluster got, from nodes or from the office. */
  received: number
  forwarded: number
  /** Questions of the office to the name server that its settings name. */
  upstream: { server: string; sent: number; failed: number }
  rcodes: Record<string, number>
}

class NameServers {
  readonly #cluster: Exporter
  readonly #office: Exporter
  readonly #nodes: Exporter

  constructor(writer: TelemetryWriter) {
    this.#cluster = new Exporter(writer, cluster, `${clusterAddress}:9153`)
    this.#office = new Exporter(writer, office, `${officeAddress}:9153`)
    this.#nodes = new Exporter(writer, nodes, '10.20.71.33:9253')
  }

  report(minute: number, { requested, received, forwarded, upstream, rcodes }: Minute): void {
    const local = { server: 'dns://169.254.20.10:53', zone: '.', proto: 'udp', type: 'A' }
    this.#nodes.count(minute, 'coredns_dns_requests_total', requested, local)
    this.#nodes.count(minute, 'coredns_cache_hits_total', requested * 0.88, { server: local.server, type: 'success' })
    const server = { server: 'dns://:53', zone: '.' }
    this.#cluster.count(minute, 'coredns_dns_requests_total', received, { ...server, proto: 'udp', type: 'A' })
    for (const [rcode, answers] of Object.entries(rcodes))
      this.#cluster.count(minute, 'coredns_dns_responses_total', answers, { ...server, rcode })
    const to = { proxy_name: 'forward', to: `${officeAddress}:53` }
    this.#cluster.durations(minute, 'coredns_proxy_request_duration_seconds', forwarded, to)
    this.#office.count(minute, 'dnsmasq_misses', upstream.sent)
    this.#office.count(minute, 'dnsmasq_hits', Math.max(0, forwarded - upstream.sent))
    this.#office.count(minute, 'dnsmasq_servers_queries', upstream.sent, { server: upstream.server })
    this.#office.count(minute, 'dnsmasq_servers_queries_failed', upstream.failed, { server: upstream.server })
  }
}

/** A minute in which each question goes to the office at most once, and from there out. */
function ordinary(writer: TelemetryWriter, requested: number, missing = 0.02): Minute {
  const received = about(writer, requested * 0.12)
  const forwarded = about(writer, received * 0.3)
  const sent = about(writer, forwarded * 0.4)
  const absent = Math.round(received * missing)
  return {
    ...{ requested, received, forwarded, upstream: { server: '9.9.9.9#53', sent, failed: writer.rng.integer(0, 1) } },
    rcodes: { NOERROR: received - absent, NXDOMAIN: absent, SERVFAIL: writer.rng.integer(0, 2) },
  }
}

/** The office is told to ask the cluster for everything, which asks the office for all that is not its own. */
function askEachOther(writer: TelemetryWriter): null {
  playNeighbors(writer, length)
  const [servers, drift, from] = [new NameServers(writer), new Drift(writer, 0.07), writer.rng.integer(60, 110)]
  const most = writer.between(70_000, 120_000)
  for (let minute = 0; minute < length; minute += 1) {
    const requested = about(writer, 6400 * tideAt(writer, minute) * drift.next())
    const ordinaryMinute = ordinary(writer, requested)
    if (minute < from) {
      servers.report(minute, ordinaryMinute)
      continue
    }
    const around = Math.round(most * Math.min(1, (minute - from + 1) / 4) * writer.between(0.97, 1.03))
    servers.report(minute, {
      // What fails is asked for once more by the programs.
      ...{
        requested: Math.round(requested * 1.08),
        received: ordinaryMinute.received + around,
        forwarded: ordinaryMinute.forwarded + around,
      },
      upstream: { server: `${clusterAddress}#53`, sent: around, failed: Math.round(around * 0.02) },
      rcodes: {
        NOERROR: ordinaryMinute.received - ordinaryMinute.forwarded,
        NXDOMAIN: 0,
        SERVFAIL: ordinaryMinute.forwarded + around,
      },
    })
  }
  return null
}

/** Thousands of pods of a simulation start and look up, under each domain of their search list, where their input is. */
function searchListOfMany(writer: TelemetryWriter): void {
  playNeighbors(writer, length)
  const [servers, drift, from] = [new NameServers(writer), new Drift(writer, 0.07), writer.rng.integer(60, 110)]
  const [to, times] = [from + writer.rng.integer(60, 100), writer.between(90, 130)]
  for (let minute = 0; minute < length; minute += 1) {
    const isRunning = minute >= from && minute < to
    const requested = 6400 * tideAt(writer, minute) * drift.next() * (isRunning ? times : 1)
    servers.report(minute, ordinary(writer, about(writer, requested), isRunning ? 0.8 : 0.02))
  }
}

export const nameServers: Twins = twins(
  'seventh-held',
  {
    ...{ name: 'Name servers that forward to each other', type: 'circular_dependency', own: [cluster, office] },
    why: 'Pods ask as before; each server sends the other as many questions as it gets from it, and all of them fail.',
    play: askEachOther,
  },
  {
    name: 'Name servers asked by the search lists of thousands of pods',
    why: 'Questions rise at the nodes first, are answered, leave by the office to the outside, and end with the pods.',
    play: searchListOfMany,
  },
)
