/** Loops of jobs, and those that counters, levels and events show. */
import type { TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import type { ToolDefaultsClass } from '../tool-defaults/world-class.ts'
import { loopOf } from './class-of-set.ts'
import { mebibyte } from './heap.ts'
import { playOffice } from './office.ts'
import { describeProcess, olderRequest, podOf } from './resources.ts'

/** A job puts itself into its queue again; each run is a trace that links to the one before. */
function putsItselfBack(writer: TelemetryWriter): number {
  const minutes = 38
  playOffice(writer, minutes)
  describeProcess(writer, 'catalog-jobs', 'ruby')
  const about = (job: string) => ({
    ...{ 'messaging.system': 'sidekiq', 'messaging.destination': 'default', 'messaging.destination_kind': 'queue' },
    ...{ 'messaging.sidekiq.job_class': job, 'messaging.message_id': writer.rng.hex(24) },
  })
  const run = (at: number, job: string, link?: { trace: string; span: string }) => {
    const base = { service: 'catalog-jobs', trace: writer.trace() }
    const attributes = about(job)
    const parent = writer.span({ ...base, name: 'default process', kind: 'consumer', at, ms: 190, link, attributes })
    const publish = { ...base, name: 'default publish', kind: 'producer' as const, parent, at: at + 0.003, ms: 2 }
    return { trace: base.trace, span: writer.span({ ...publish, attributes: about(job) }) }
  }
  for (const at of writer.starts(40, 0, minutes - 1)) {
    const trace = writer.trace()
    const attributes = { ...about('ThumbnailJob'), 'messaging.operation': 'process' }
    writer.span({ service: 'catalog-jobs', name: 'default process', kind: 'consumer', trace, at, ms: 120, attributes })
  }
  const [from, chains, pause] = [writer.between(8, 13), writer.rng.integer(3, 4), writer.between(0.009, 0.013)]
  for (let chain = 0; chain < chains; chain += 1) {
    let link: { trace: string; span: string } | undefined
    for (let at = from + writer.between(0, 1); at < minutes - 1; at += pause * writer.between(0.6, 1.4))
      link = run(at, 'ReindexJob', link)
  }
  return chains / pause
}

/** Pushed by a topic, it publishes to a topic; that it is the same one is said by nothing that is set by default. */
function pushedByItself(writer: TelemetryWriter): null {
  const minutes = 38
  playOffice(writer, minutes)
  writer.describe('receipt-mailer', {
    ...{ 'cloud.provider': 'gcp', 'cloud.platform': 'gcp_cloud_run', 'cloud.region': 'europe-west3' },
    ...{ 'faas.name': 'receipt-mailer', 'faas.version': 'receipt-mailer-00041-kiv' },
  })
  const pushed = (at: number) => {
    const base = { service: 'receipt-mailer', trace: writer.trace() }
    const parent = writer.span({
      ...{ ...base, name: 'POST /', kind: 'server', at, ms: writer.between(60, 200) },
      attributes: { ...olderRequest('POST', '/', 204), 'http.user_agent': 'APIs-Google' },
    })
    const topic = { 'messaging.system': 'gcp_pubsub', 'messaging.destination.name': 'receipts' }
    writer.span({
      ...{ ...base, name: 'receipts send', kind: 'producer', parent, at: at + 0.0006, ms: 20 },
      attributes: { ...topic, 'messaging.message.id': String(writer.rng.integer(1e9, 9e9)) },
    })
  }
  for (const at of writer.starts(14, 0, minutes - 1)) pushed(at)
  const from = writer.between(9, 14)
  for (let chain = writer.rng.integer(5, 7); chain > 0; chain -= 1)
    for (let at = from + writer.between(0, 1); at < minutes - 1; at += writer.between(0.01, 0.02)) pushed(at)
  return null
}

/** Commands to devices fail and are sent again without a pause; only the collector's counts of spans are kept. */
function countedAttempts(writer: TelemetryWriter): null {
  const [from, length] = [writer.rng.integer(50, 80), 240]
  const counts = new Map<string, number>()
  const count = (service: string, spanName: string, kind: string, status: string, minute: number, more: number) => {
    const key = `${service}|${spanName}|${status}`
    counts.set(key, (counts.get(key) ?? writer.rng.integer(1000, 90_000)) + more)
    const attributes = { 'service.name': service, 'span.name': spanName, 'span.kind': kind, 'status.code': status }
    const series = { service, name: 'traces.span.metrics.calls', unit: '{call}', kind: 'counter' as const, attributes }
    writer.measure(series, minute, counts.get(key) ?? 0)
  }
  for (let minute = 0; minute < length; minute += 1) {
    const messages = writer.rng.integer(38, 55)
    const failed = minute < from ? writer.rng.integer(0, 2) : messages * writer.rng.integer(16, 24)
    count('iot-bridge', 'desired-state process', 'SPAN_KIND_CONSUMER', 'STATUS_CODE_UNSET', minute, messages)
    count('iot-bridge', 'PUT', 'SPAN_KIND_CLIENT', 'STATUS_CODE_UNSET', minute, minute < from ? messages : 2)
    count('iot-bridge', 'PUT', 'SPAN_KIND_CLIENT', 'STATUS_CODE_ERROR', minute, failed)
    count(
      'device-web',
      'GET /devices/{id}',
      'SPAN_KIND_SERVER',
      'STATUS_CODE_UNSET',
      minute,
      writer.rng.integer(200, 300),
    )
  }
  return null
}

/** Each failure is written into the status of an object, and that write wakes the controller again. */
function wakesItself(writer: TelemetryWriter): null {
  const [from, perMinute] = [writer.rng.integer(60, 120), writer.rng.integer(500, 900)]
  let [all, failed, added, again, requests] = [41_000, 120, 52_000, 130, 310_000]
  for (let minute = 0; minute < 400; minute += 1) {
    const isHot = minute >= from
    const runs = isHot ? Math.round(perMinute * writer.between(0.93, 1.07)) : writer.rng.integer(8, 18)
    all += runs
    failed += isHot ? runs - writer.rng.integer(4, 12) : writer.rng.integer(0, 1)
    added += runs + writer.rng.integer(0, 3)
    again += isHot ? runs - writer.rng.integer(4, 14) : 0
    requests += runs * 3
    writer.point('cert-operator', 'controller_runtime_reconcile_total', minute, all)
    writer.point('cert-operator', 'controller_runtime_reconcile_errors_total', minute, failed)
    writer.point('cert-operator', 'workqueue_adds_total', minute, added)
    writer.point('cert-operator', 'workqueue_retries_total', minute, again)
    writer.point('cert-operator', 'rest_client_requests_total', minute, requests)
  }
  return null
}

/** Pods of one service leak side by side, each killed at its limit at another time. */
function podAfterPod(writer: TelemetryWriter): null {
  const [limit, base, hours] = [1536, writer.between(240, 340), writer.between(5, 7.5)]
  for (let replica = 0; replica < 6; replica += 1) {
    const [pod, from, period] = [
      podOf(writer, 'search-api'),
      writer.between(60, 360),
      hours * 60 * writer.between(0.93, 1.07),
    ]
    let restarts = 0
    for (let minute = 0; minute < 28 * 60; minute += 2) {
      const age = minute < from ? 0 : (minute - from) % period
      if (minute > from + 2 && age < 2) {
        restarts += 1
        const event = {
          kind: 'Node' as const,
          name: `ip-10-0-3-${replica + 20}`,
          component: 'kernel-monitor',
          at: minute,
        }
        const message = 'Memory cgroup out of memory: Killed process 4242 (node) total-vm:3145728kB'
        writer.event({ ...event, reason: 'OOMKilling', type: 'Warning', message })
      }
      const level = base + ((limit - base) * 0.99 * age) / period
      writer.point(
        pod,
        'container_memory_working_set_bytes',
        minute,
        Math.round(level * writer.between(0.99, 1.01) * mebibyte),
      )
      writer.point(pod, 'kube_pod_container_resource_limits_memory_bytes', minute, limit * mebibyte)
      writer.point(pod, 'kube_pod_container_status_restarts_total', minute, restarts)
    }
  }
  return null
}

/** An autoscaler adds pods, and a deployment tool puts the number back that stands in Git. */
function putBack(writer: TelemetryWriter): null {
  const [name, hash, inGit, needed] = ['rating-web', writer.rng.hex(9), 3, writer.rng.integer(7, 10)]
  let [size, next] = [needed, writer.between(30, 50)]
  const resize = (to: number, at: number) => {
    const message = `Scaled ${to > size ? 'up' : 'down'} replica set ${name}-${hash} to ${to} from ${size}`
    writer.event({
      kind: 'Deployment',
      name,
      reason: 'ScalingReplicaSet',
      message,
      at,
      component: 'deployment-controller',
    })
    size = to
  }
  for (let at = 0; at < 260; at += 0.25) {
    if (at >= next && size === inGit) {
      const message = `New size: ${needed}; reason: cpu resource utilization (percentage of request) above target`
      const scaler = { kind: 'HorizontalPodAutoscaler' as const, name, component: 'horizontal-pod-autoscaler' }
      writer.event({ ...scaler, reason: 'SuccessfulRescale', message, at })
      resize(needed, at + 0.02)
      next = at + writer.between(1.8, 2.6)
    } else if (at >= next) {
      resize(inGit, at)
      next = at + writer.between(0.6, 1.1)
    }
    if (at % 0.5 !== 0) continue
    writer.point(name, 'kube_deployment_spec_replicas', at, size)
    writer.point(name, 'http_server_requests', at, Math.round(4100 * writer.between(0.97, 1.03)))
  }
  return null
}

/** A training is refused for want of machines and handed in again; the customer's rule asks whether any step is done. */
function handedInAgain(writer: TelemetryWriter): null {
  const from = writer.rng.integer(70, 110)
  for (let minute = 0; minute < 300; minute += 1) {
    const isStuck = minute >= from
    writer.point(
      'vision-trainer',
      'training.jobs.submitted',
      minute,
      isStuck ? writer.rng.integer(3, 6) : minute % 40 ? 0 : 1,
    )
    writer.point('vision-trainer', 'training.steps.completed', minute, isStuck ? 0 : writer.rng.integer(40, 70))
    writer.point('text-trainer', 'training.jobs.submitted', minute, writer.rng.integer(3, 6))
    writer.point('text-trainer', 'training.steps.completed', minute, writer.rng.integer(10, 30))
  }
  return null
}

export const fourthLoopsOfWork: ToolDefaultsClass[] = [
  loopOf('fourth', {
    ...{ name: 'Job that puts itself back into its queue', type: 'recursive_function', own: 'catalog-jobs' },
    why: 'A handful of jobs start their own next run thousands of times, and no one from outside asks for any of them.',
    losses: { lost: 0.06 },
    play: putsItselfBack,
  }),
  loopOf('fourth', {
    ...{ name: 'Service pushed by the topic it publishes to', type: 'recursive_function', own: 'receipt-mailer' },
    why: 'It answers each push with a message that is pushed to it; the topic of a push would tell, and is not recorded.',
    isUndecidable: true,
    play: pushedByItself,
  }),
  loopOf('fourth', {
    ...{
      name: 'Commands sent again at once, by the counts of the collector',
      type: 'infinite_retry',
      own: 'iot-bridge',
    },
    why: 'As many messages as ever lead to twenty times as many calls, of which nearly all fail, for three hours.',
    play: countedAttempts,
  }),
  loopOf('fourth', {
    ...{ name: 'Controller woken by the failure it writes down', type: 'infinite_retry', own: 'cert-operator' },
    why: 'Hundreds of runs a minute for hours, nearly all of which fail, where a dozen a minute were usual.',
    play: wakesItself,
  }),
  loopOf('fourth', {
    ...{ name: 'Pods that leak side by side, killed one after the other', type: 'memory_leak_loop', own: 'search-api' },
    why: 'Each pod fills its memory in a line within hours and is killed, again and again.',
    play: podAfterPod,
  }),
  loopOf('fourth', {
    ...{ name: 'Autoscaler and Git that put back each other’s number', type: 'auto_scaling_loop', own: 'rating-web' },
    why: 'Requests stay as they are, and two controllers undo each other’s size every few minutes for hours.',
    play: putBack,
  }),
  loopOf('fourth', {
    ...{ name: 'Training handed in again, by a rule of the customer', type: 'custom_pattern', own: 'vision-trainer' },
    expression: 'sum(training.jobs.submitted, 30m) > 60 and max(training.steps.completed, 30m) < 1',
    why: 'Jobs are handed in every quarter of a minute and no step is done, which the rule was written for.',
    play: handedInAgain,
  }),
]
