/** Memory of the GPUs of an embedding service, by NVIDIA's exporter, the state of its pods and its own count of requests. */
import type { TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import { type Twins, twins } from '../twins/twin.ts'
import { about, Drift, playNeighbors, tideAt } from './neighbors.ts'

const [service, length, card] = ['embedder', 27 * 60, 40_536]
/** Pods of a stateful set, which belong to one service. */
const pods = [0, 1, 2].map((ordinal) => `${service}-${ordinal}`)

interface Replica {
  pod: string
  drift: Drift
  /** MiB. */
  used: number
  requests: number
  restarts: number
}

/** Each pod with the model loaded, at the begin of the record. */
const replicasOf = (writer: TelemetryWriter, model: number): Replica[] =>
  pods.map((pod) => ({
    ...{ pod, drift: new Drift(writer, 0.1), used: model * writer.between(1.02, 1.1), requests: 4e5, restarts: 0 },
  }))

function report(
  writer: TelemetryWriter,
  minute: number,
  { pod, used, requests, restarts }: Replica,
  load: number,
): void {
  writer.point(pod, 'DCGM_FI_DEV_FB_USED', minute, Math.round(used))
  writer.point(pod, 'DCGM_FI_DEV_FB_FREE', minute, Math.round(card - used))
  writer.point(pod, 'DCGM_FI_DEV_GPU_UTIL', minute, Math.min(100, Math.round(44 * load + writer.between(-6, 6))))
  writer.point(pod, 'te_request_count', minute, requests)
  writer.point(pod, 'kube_pod_container_status_restarts_total', minute, restarts)
}

/** Since a release each request leaves a tensor behind; when the card is full the process ends and loads its model again. */
function eachLeavesSome(writer: TelemetryWriter): null {
  playNeighbors(writer, length)
  const [model, from, perRequest] = [
    writer.between(15_000, 17_500),
    writer.rng.integer(120, 260),
    writer.between(0.13, 0.19),
  ]
  const replicas = replicasOf(writer, model)
  for (let minute = 0; minute < length; minute += 1)
    for (const replica of replicas) {
      const load = tideAt(writer, minute) * replica.drift.next()
      const served = about(writer, 420 * load)
      replica.requests += served
      if (minute >= from) replica.used += served * perRequest * writer.between(0.9, 1.1)
      if (replica.used > card * 0.985) {
        replica.restarts += 1
        replica.used = model * writer.between(1.02, 1.1)
        replica.requests = 0
      }
      report(writer, minute, replica, load)
    }
  return null
}

/** The allocator keeps the blocks that the longest input so far needed, and uses them again. */
function keepsItsBlocks(writer: TelemetryWriter): void {
  playNeighbors(writer, length)
  const [model, from] = [writer.between(15_000, 17_500), writer.rng.integer(120, 260)]
  const replicas = replicasOf(writer, model).map((replica) => ({ ...replica, longest: 0 }))
  const most = card * writer.between(0.86, 0.93)
  for (let minute = 0; minute < length; minute += 1)
    for (const replica of replicas) {
      const load = tideAt(writer, minute) * replica.drift.next()
      replica.requests += about(writer, 420 * load)
      if (minute === from) {
        ;[replica.restarts, replica.used, replica.requests] = [0, model * 1.04, 0]
        replica.longest = 0
      }
      // The longest of a minute's inputs, as a share of what the model can read.
      const input = Math.min(1, 0.25 - 0.09 * Math.log(1 - writer.rng.next()))
      replica.longest = Math.max(replica.longest, input)
      replica.used = Math.max(replica.used, model * 1.04 + (most - model * 1.04) * replica.longest ** 0.7)
      report(writer, minute, replica, load)
    }
}

export const gpuMemory: Twins = twins(
  'seventh-held',
  {
    ...{ name: 'Memory of a GPU that each request takes a bit of', type: 'memory_leak_loop', own: [service] },
    why: 'It grows with each request to the end of the card, and again after each restart, on all three cards.',
    play: eachLeavesSome,
  },
  {
    name: 'Memory of a GPU that its allocator keeps for the longest input',
    why: 'It grows in ever rarer steps to what the longest input needs, stays below the card, and nothing restarts.',
    play: keepsItsBlocks,
  },
)
