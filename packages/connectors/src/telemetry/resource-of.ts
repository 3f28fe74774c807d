/** The resource that sent telemetry, from any of the attributes that identify it. */
import type { CloudName, ResourceKind, TelemetryResource } from '@kept/domain/span.ts'

export type Attributes = Map<string, string | number | boolean>

const podHash = /^(.+)-[a-f0-9]{6,10}-[a-z0-9]{5}$/
const statefulPod = /^(.+)-\d{1,4}$/
const bulkPattern = /(^|[^a-z])(batch|jobs?|cron|etl|backfill|migrat(?:e|ion|or)|reindex|nightly)([^a-z]|$)/i

/** A replica's name without the replica's suffix: frontend-579b9bff58-t2dbm is frontend. */
export function serviceOfPod(pod: string): string {
  return podHash.exec(pod)?.[1] ?? statefulPod.exec(pod)?.[1] ?? pod
}

/** True for names of batch workloads. */
function namesBulk(text: string): boolean {
  return bulkPattern.test(text)
}

export function resourceOf(attributes: Attributes): TelemetryResource {
  const text = (...names: string[]) => {
    for (const name of names) {
      const value = attributes.get(name)
      if (value !== undefined && value !== '') return String(value)
    }
    return ''
  }
  const pod = text('k8s.pod.name')
  // A version or alias of a function is billed as the function.
  const cloudId = text('cloud.resource_id', 'aws.lambda.invoked_arn', 'faas.id', 'resource_id').replace(
    /^(arn:[^:]*:lambda:[^:]*:[^:]*:function:[^:]+):.*$/,
    '$1',
  )
  const memory = Number(text('faas.max_memory'))
  const name =
    text('service.name') === 'unknown_service' || text('service.name') === ''
      ? text('faas.name', 'k8s.deployment.name', 'k8s.statefulset.name') ||
        serviceOfPod(pod) ||
        text('container.name', 'host.name', 'aws.ecs.task.family') ||
        nameOfId(cloudId) ||
        'unknown'
      : text('service.name')
  const workload = workloadOf(text)
  return {
    id: cloudId || name,
    name,
    kind: kindOf(attributes, cloudId),
    provider: providerOf(text('cloud.provider'), cloudId),
    region: text('cloud.region', 'aws.region') || (/^arn:[^:]*:[^:]*:([^:]+):/.exec(cloudId)?.[1] ?? ''),
    instance: text('service.instance.id', 'k8s.pod.name', 'faas.instance', 'host.id', 'host.name', 'container.id'),
    version: text('service.version', 'faas.version', 'k8s.deployment.revision', 'container.image.tag'),
    critical: /^(critical|tier-?0|tier-?1|mission.critical|true)$/i.test(
      text('criticality', 'service.criticality', 'kept.critical', 'tags.criticality'),
    ),
    bulk: namesBulk(
      `${name} ${text('k8s.job.name') && 'job'} ${text('k8s.cronjob.name') && 'cron'} ${text('workload.type')}`,
    ),
    ...(memory > 0 && { memoryMb: memory / 1024 ** 2 }),
    ...(workload && { workload }),
  }
}

function workloadOf(text: (...names: string[]) => string): string {
  const namespace = text('k8s.namespace.name')
  for (const kind of ['deployment', 'statefulset', 'cronjob']) {
    const name = text(`k8s.${kind}.name`)
    if (namespace && name) return `${namespace}/${kind}/${name}`
  }
  return ''
}

const byId = new Map<string, TelemetryResource>()

/** A resource that has only a name (a pod, a service); one cached object per name, up to a limit. */
export function resourceNamed(name: string, metricOrPod = ''): TelemetryResource {
  const key = `${name}\n${metricOrPod}`
  const cached = byId.get(key)
  if (cached) return cached
  const attributes: Attributes = new Map()
  const isId = /^arn:|^\/subscriptions\/|^projects\//.test(name)
  if (isId) attributes.set('cloud.resource_id', name)
  else attributes.set('service.name', serviceOfPod(name))
  if (!isId && podHash.test(name)) attributes.set('k8s.pod.name', name)
  else if (metricOrPod || !isId) attributes.set('service.instance.id', metricOrPod || name)
  const resource = resourceOf(attributes)
  if (byId.size > 20_000) byId.clear()
  byId.set(key, resource)
  return resource
}

function kindOf(attributes: Attributes, id: string): ResourceKind {
  const platform = String(attributes.get('cloud.platform') ?? '')
  const declaredKind = String(attributes.get('resource_type') ?? '')
  if (declaredKind === 'serverless' || declaredKind === 'compute' || declaredKind === 'container') return declaredKind
  if (/lambda|functions|cloud_run/.test(platform) || attributes.has('faas.name') || /:lambda:|\/functions\//.test(id)) {
    return 'serverless'
  }
  const inContainer = ['k8s.pod.name', 'k8s.deployment.name', 'container.id', 'container.name', 'aws.ecs.task.arn']
  if (/eks|ecs|aks|kubernetes|container/.test(platform) || inContainer.some((name) => attributes.has(name))) {
    return 'container'
  }
  return 'compute'
}

function providerOf(providerName: string, id: string): CloudName | null {
  if (/^aws/i.test(providerName) || id.startsWith('arn:')) return 'aws'
  if (/^(gcp|google)/i.test(providerName) || /^(\/\/)?[\w.]*googleapis|^projects\//.test(id)) return 'gcp'
  if (/^azure/i.test(providerName) || /^\/subscriptions\//i.test(id)) return 'azure'
  return null
}

function nameOfId(id: string): string {
  return id.split(/[:/]/).filter(Boolean).at(-1) ?? ''
}
