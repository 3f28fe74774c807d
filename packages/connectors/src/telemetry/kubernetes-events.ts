/** Kubernetes events, as `kubectl get events -o json` or a watch writes them. */
import type { ChangeEvent, TelemetrySink } from '@kept/domain/span.ts'
import { type Json, numberOf, record, textOf } from './json-safe.ts'
import { type Attributes, resourceOf, serviceOfPod } from './resource-of.ts'

export function isKubernetesJson(document: Json): boolean {
  const fields = record(document)
  const first = record(Array.isArray(fields.items) ? fields.items[0] : (fields.object ?? document))
  return (
    'involvedObject' in first ||
    ('regarding' in first && 'reason' in first) ||
    /^(Event|EventList)$/.test(textOf(fields.kind))
  )
}

export function readKubernetesJson(document: Json, sink: TelemetrySink): void {
  const fields = record(document)
  for (const item of Array.isArray(fields.items) ? fields.items : [fields.object ?? document]) {
    const event = record(item)
    const times = [
      event.lastTimestamp,
      record(event.series).lastObservedTime,
      event.eventTime,
      record(event.metadata).creationTimestamp,
    ]
    const timeMs = times.map((value) => Date.parse(textOf(value))).find((time) => !Number.isNaN(time))
    if (timeMs === undefined) sink.reject(1, 'Kubernetes events without a time')
    else {
      const read = eventOf(event, timeMs)
      if (read) sink.event(read)
    }
  }
}

function eventOf(event: Record<string, Json>, timeMs: number): ChangeEvent | undefined {
  const involvedObject = record(event.involvedObject ?? event.regarding)
  const reason = textOf(event.reason)
  const message = textOf(event.message ?? event.note)
  const objectName = textOf(involvedObject.name)
  const isPod = involvedObject.kind === 'Pod'
  const attributes: Attributes = new Map([
    ['service.name', isPod ? serviceOfPod(objectName) : objectName],
    ['k8s.deployment.name', objectName],
  ])
  if (isPod) attributes.set('k8s.pod.name', objectName)
  const createEvent = (kind: ChangeEvent['kind'], change: Partial<ChangeEvent> = {}): ChangeEvent => ({
    resource: resourceOf(attributes),
    timeMs,
    kind,
    from: null,
    to: null,
    delta: null,
    generation: '',
    actor: textOf(record(event.source).component) || textOf(event.reportingComponent),
    description: `${reason}: ${message}`.slice(0, 300),
    count: Math.min(10_000, Math.max(1, numberOf(event.count) || 1)),
    ...change,
  })
  if (reason === 'SuccessfulRescale') {
    const to = Number(/New size: (\d+)/.exec(message)?.[1] ?? Number.NaN)
    return Number.isNaN(to) ? undefined : createEvent('scaling', { to })
  }
  if (reason === 'ScalingReplicaSet') {
    const match = /Scaled (up|down) replica set (\S+)(?: from (\d+))? to (\d+)(?: from (\d+))?/.exec(message)
    if (!match) return undefined
    const from = match[3] ?? match[5]
    return createEvent('scaling', {
      from: from === undefined ? null : Number(from),
      to: Number(match[4]),
      delta: from === undefined ? (match[1] === 'up' ? 1 : -1) : null,
      generation: match[2] ?? '',
    })
  }
  if (/TriggeredScaleUp/.test(reason)) return createEvent('scaling', { delta: 1 })
  if (/^ScaleDown$/.test(reason)) return createEvent('scaling', { delta: -1 })
  if (/OOMKill/i.test(reason) || /OOMKilled|out of memory/i.test(message)) return createEvent('out_of_memory')
  return reason === 'BackOff' || reason === 'Killing' ? createEvent('restart') : undefined
}
