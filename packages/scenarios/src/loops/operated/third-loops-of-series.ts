/** Loops that series and events show: a heap, workers of a stream, and machines that never get healthy. */
import type { TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import type { ToolDefaultsClass } from '../tool-defaults/world-class.ts'
import { loopOf } from './class-of-set.ts'
import { playHeap } from './heap.ts'
import { describePod } from './resources.ts'

/** What collections leave grows until the process gives up and is started again. */
function oldGeneration(writer: TelemetryWriter): null {
  const [limit, base, hours] = [3072, writer.between(380, 520), writer.between(9, 13)]
  const from = writer.between(120, 300)
  const into = (minute: number) => (minute < from ? 0 : ((minute - from) % (hours * 60)) / (hours * 60))
  describePod(writer, 'pricing-engine', 'java')
  playHeap(writer, {
    ...{ service: 'pricing-engine', limit, minutes: 2 * 1440 },
    oldAt: (minute) => {
      const left = base + (limit - base) * 0.97 * into(minute)
      return { left, used: left + (limit - left) * 0.3 * ((minute % 17) / 17) }
    },
    codeAt: (minute) => 60 + 50 * (1 - Math.exp(-minute / 90)),
    restartsAt: (minute) => (minute < from ? 0 : Math.floor((minute - from) / (hours * 60))),
  })
  return null
}

/** Two workers are too few and nine too many: as soon as the lag is gone seven leave, and it grows again. */
function lagAndWorkers(writer: TelemetryWriter): null {
  const [name, hash] = ['order-projector', writer.rng.hex(9)]
  const [few, many, perMinute] = [2, writer.rng.integer(8, 10), writer.rng.integer(2200, 2600)]
  const from = writer.rng.integer(30, 50)
  let [size, lag, calmSince, offset] = [3, 40, 0, 8_000_000]
  const resize = (to: number, at: number, reason: string) => {
    const scaler = {
      kind: 'HorizontalPodAutoscaler' as const,
      name: `keda-hpa-${name}`,
      component: 'horizontal-pod-autoscaler',
    }
    writer.event({ ...scaler, reason: 'SuccessfulRescale', message: `New size: ${to}; reason: ${reason}`, at })
    const message = `Scaled ${to > size ? 'up' : 'down'} replica set ${name}-${hash} to ${to} from ${size}`
    const component = 'deployment-controller'
    writer.event({ kind: 'Deployment', name, reason: 'ScalingReplicaSet', message, at: at + 0.02, component })
    size = to
  }
  for (let at = 0; at < 280; at += 0.5) {
    const perWorker = 880
    if (at === from) resize(few, at, 'All metrics below target')
    lag = Math.max(writer.rng.integer(0, 60), lag + (perMinute - size * perWorker) / 2)
    if (lag > 1500 && size === few) resize(many, at, 'external metric s0-kafka-orders(nil) above target')
    if (lag > 100) calmSince = at
    if (size === many && at - calmSince >= 5) resize(few, at, 'All metrics below target')
    offset += Math.round((perMinute / 2) * writer.between(0.97, 1.03))
    writer.point(name, 'kube_deployment_spec_replicas', at, size)
    writer.point(name, 'kafka_consumergroup_lag', at, Math.round(lag))
    writer.point('orders', 'kafka_topic_partition_current_offset', at, offset)
  }
  return null
}

/** Half of a group fails its health check some minutes after each start, and is replaced by machines that do too. */
function neverHealthy(writer: TelemetryWriter): null {
  const [requested, sick, from] = [writer.rng.integer(5, 8), writer.rng.integer(2, 3), writer.rng.integer(60, 100)]
  const period = writer.between(6, 8)
  for (let at = 0; at < 420; at += 1) {
    const phase = at < from ? -1 : ((at - from) % period) / period
    const [pending, ending] = [phase >= 0.2 && phase < 0.45 ? sick : 0, phase >= 0 && phase < 0.35 ? sick : 0]
    const up = phase >= 0 && phase < 0.45 ? requested - sick : requested
    const sizes = { GroupDesiredCapacity: requested, GroupInServiceInstances: up, GroupPendingInstances: pending }
    for (const [metric, size] of Object.entries(sizes)) writer.point('invoice-render-asg', metric, at, size)
    writer.point('invoice-render-asg', 'GroupTerminatingInstances', at, ending)
    writer.point('invoice-render-asg', 'GroupTotalInstances', at, up + pending + ending)
    const healthy = phase < 0 ? requested : requested - sick
    writer.point('invoice-render-tg', 'HealthyHostCount', at, healthy)
    writer.point('invoice-render-tg', 'UnHealthyHostCount', at, up - healthy)
  }
  return null
}

export const thirdLoopsOfSeries: ToolDefaultsClass[] = [
  loopOf('third', {
    ...{ name: 'Heap of which collections leave more each hour', type: 'memory_leak_loop', own: 'pricing-engine' },
    why: 'What the last collection left grows in a line to the limit, the process is started again, and it grows again.',
    play: oldGeneration,
  }),
  loopOf('third', {
    ...{ name: 'Workers that leave when the lag is gone, and come when it is back', type: 'auto_scaling_loop' },
    own: ['order-projector', 'keda-hpa-order-projector'],
    why: 'As many records come in each minute as before, and the size swings between two and nine by its own effect alone.',
    play: lagAndWorkers,
  }),
  loopOf('third', {
    ...{ name: 'Machines replaced for hours because none gets healthy', type: 'auto_scaling_loop' },
    own: 'invoice-render-asg',
    why: 'The same places are filled every few minutes for hours, none ever gets healthy, and each start is paid for.',
    play: neverHealthy,
  }),
]
