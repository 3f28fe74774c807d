/** Replicas that an autoscaler sets, with the requests of the ingress in front of them. */
import type { TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import { type Twins, twins } from './twin.ts'

const [name, length] = ['checkout', 420]

function report(writer: TelemetryWriter, minute: number, desired: number, ready: number, requests: number): void {
  writer.point(name, 'kube_horizontalpodautoscaler_status_desired_replicas', minute, desired)
  writer.point(name, 'kube_deployment_status_replicas_ready', minute, ready)
  writer.point(name, 'nginx_ingress_controller_requests', minute, Math.round(requests))
}

/** One scaler changes how much a pod asks for, the other how many there are, and each undoes what the other sees. */
function eachUndoesTheOther(writer: TelemetryWriter): null {
  const [from, low, high] = [writer.rng.integer(60, 90), writer.rng.integer(3, 5), writer.rng.integer(8, 11)]
  let [desired, ready, next, requests] = [low, low, from, 5e6]
  for (let minute = 0; minute < length; minute += 0.5) {
    requests += 1500 * writer.between(0.94, 1.06)
    if (minute >= next) {
      desired = desired > (low + high) / 2 ? low + writer.rng.integer(0, 1) : high + writer.rng.integer(-1, 0)
      next = minute + writer.between(4.5, 6.5)
    }
    ready += Math.sign(desired - ready) * Math.min(2, Math.abs(desired - ready))
    report(writer, minute, desired, ready, requests)
  }
  return null
}

/** Lobbies of a game open every twelve minutes; the requests come and go with them, and the replicas after them. */
function lobbies(writer: TelemetryWriter): void {
  const every = writer.between(11, 13)
  let [ready, requests] = [3, 5e6]
  const rates: number[] = []
  for (let minute = 0; minute < length; minute += 0.5) {
    const rate = (minute % every < every / 2 ? 3900 : 1100) * writer.between(0.93, 1.07)
    requests += rate
    rates.push(rate)
    // Two reports later, as long as a scaler takes to see what it scales by.
    const desired = Math.max(3, Math.ceil((rates.at(-3) ?? rate) / 420))
    ready += Math.sign(desired - ready) * Math.min(3, Math.abs(desired - ready))
    report(writer, minute, desired, ready, requests)
  }
}

export const twoScalers: Twins = twins(
  'fifth-held',
  {
    ...{ name: 'Size and number of pods that two scalers change', type: 'auto_scaling_loop', own: [name] },
    why: 'Requests stay as they are, and the replicas go up and down every ten minutes for five hours.',
    play: eachUndoesTheOther,
  },
  {
    name: 'Replicas that follow lobbies which open every twelve minutes',
    why: 'The replicas go up and down because the requests do.',
    play: lobbies,
  },
)
