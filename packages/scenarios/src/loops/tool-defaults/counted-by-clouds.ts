/** Loops and look-alikes that clouds and orchestrators count: capacities and queues. */
import type { TelemetryWriter } from './telemetry-writer.ts'
import type { ToolDefaultsClass } from './world-class.ts'

const [hours, stabilizationMinutes, tolerance] = [24, 5, 0.1]

/** A horizontal pod autoscaler as it comes: a tenth of tolerance, the highest recommendation of five minutes. */
function playAutoscaler(writer: TelemetryWriter): void {
  const [mean, noise] = [writer.between(4, 20), writer.between(0.05, 0.2)]
  let replicas = Math.round(mean)
  let recommendations: [at: number, recommended: number][] = []
  for (let at = 0; at < hours * 60; at += 0.5) {
    const tide = 1 + 0.6 * Math.sin((at / (hours * 60)) * 2 * Math.PI)
    const load = mean * tide * (1 + noise * writer.normal())
    const recommended = Math.abs(load / replicas - 1) <= tolerance ? replicas : Math.ceil(load)
    recommendations = [...recommendations, [at, recommended] as [number, number]].filter(
      ([since]) => since > at - stabilizationMinutes,
    )
    replicas = Math.max(1, ...recommendations.map(([, size]) => size))
    writer.point('basket-web', 'kube_deployment_spec_replicas', at, replicas)
  }
}

function playReceives(writer: TelemetryWriter, emptyAt: (minute: number) => number): void {
  for (let minute = 0; minute < 120; minute += 1) {
    writer.point('parcel-jobs', 'NumberOfEmptyReceives', minute, Math.round(emptyAt(minute)))
    writer.point('parcel-jobs', 'NumberOfMessagesReceived', minute, writer.rng.integer(0, 2))
  }
}

export const loopsCountedByClouds: ToolDefaultsClass[] = [
  {
    name: 'Empty receives that began at once, counted by the queue',
    half: 'tuning',
    play(writer) {
      const [from, many] = [writer.rng.integer(20, 40), writer.between(300, 900)]
      playReceives(writer, (minute) => (minute < from ? writer.between(0, 6) : many * writer.between(0.9, 1.1)))
      return { type: 'api_polling_loop', own: ['parcel-jobs'], perMinute: null }
    },
  },
]

export const alikeCountedByClouds: ToolDefaultsClass[] = [
  {
    name: 'Replicas of an autoscaler that follows a noisy load',
    half: 'tuning',
    play(writer) {
      playAutoscaler(writer)
      return undefined
    },
  },
  {
    name: 'Empty receives of a pool that waits for messages',
    half: 'held',
    play(writer) {
      const consumers = writer.rng.integer(80, 250)
      playReceives(writer, () => consumers * 3 * writer.between(0.97, 1))
      return undefined
    },
  },
]
