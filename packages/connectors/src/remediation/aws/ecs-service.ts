/**
 * A container service: its number of tasks. Where Application Auto Scaling changes that number, it is suspended first
 * and resumed last.
 */
import type { PlannedRequest, RemediationTarget, ResourceState } from '@kept/domain/remediation.ts'
import { recordOf } from '../read-or.ts'
import { type CloudRequest, defineRemedy, requestJson, sizeOf } from '../remedy.ts'
import { awsUrl, regionOf } from './address.ts'
import { ecsNamesOf, ecsOptionsOf, ecsRequest, readEcsService } from './ecs-request.ts'

const dimension = 'ecs:service:DesiredCount'
const suspensions = ['DynamicScalingInSuspended', 'DynamicScalingOutSuspended', 'ScheduledScalingSuspended'] as const

export const ecsService = defineRemedy({
  kind: 'ecs_service',
  provider: 'aws',
  steps: ['throttle', 'stop', 'start', 'scale'],
  permissions: [
    'ecs:DescribeServices',
    'ecs:UpdateService',
    'application-autoscaling:DescribeScalableTargets',
    'application-autoscaling:RegisterScalableTarget',
  ],
  async read(send, target, signal) {
    const { desiredCount = 0 } = await readEcsService(send, target, signal)
    return { desired: desiredCount, suspended: await readSuspended(send, target, signal) }
  },
  stateAfter(before, order) {
    const desired = Number(before.desired)
    const { suspended: now = null } = before
    if (order.step === 'start') return { suspended: now, desired: Math.max(desired, order.size ?? 1) }
    const suspended = now === null ? null : suspendedState(true)
    if (order.step === 'stop') return { suspended, desired: 0 }
    return { suspended, desired: order.step === 'throttle' ? Math.min(desired, 1) : sizeOf(order) }
  },
  requests(target, from, to) {
    const { cluster, service } = ecsNamesOf(target)
    const count =
      from.desired === to.desired
        ? []
        : [ecsRequest(target, 'UpdateService', { cluster, service, desiredCount: to.desired })]
    if (!isScaled(from) || !isScaled(to) || suspensions.every((name) => isSet(from, name) === isSet(to, name)))
      return count
    const scaling = scalingRequest(target, 'RegisterScalableTarget', {
      ResourceId: resourceIdOf(target),
      ScalableDimension: dimension,
      SuspendedState: to.suspended,
    })
    return suspensions.every((name) => isSet(to, name)) ? [scaling, ...count] : [...count, scaling]
  },
  describeState: (state) =>
    `at ${state.desired} task${state.desired === 1 ? '' : 's'}${isScaled(state) ? `, ${suspensions.every((name) => isSet(state, name)) ? 'pinned' : 'scaling by itself'}` : ''}`,
  script(order) {
    const { cluster, service, region } = ecsOptionsOf(order.target)
    const scale = (count: number) =>
      `aws ecs update-service --cluster ${cluster} --service ${service} --desired-count ${count} --region ${region}`
    const suspend = (isSuspended: boolean) =>
      `aws application-autoscaling register-scalable-target --service-namespace ecs --scalable-dimension ${dimension} --resource-id service/${cluster}/${service} --suspended-state ${suspensions.map((name) => `${name}=${isSuspended}`).join(',')} --region ${region}`
    const size = order.step === 'stop' ? 0 : order.step === 'scale' ? sizeOf(order) : (order.size ?? 1)
    const note = '# Only if Application Auto Scaling scales the service.'
    const pins = order.step !== 'start'
    return {
      tool: 'aws',
      run: [
        `aws ecs describe-services --cluster ${cluster} --services ${service} --query 'services[0].desiredCount' --region ${region}`,
        ...(pins ? [note, suspend(true)] : []),
        scale(size),
      ],
      undo: [
        '# With the number the first command showed.',
        scale(order.step === 'start' ? 0 : 1),
        ...(pins ? [note, suspend(false)] : []),
      ],
    }
  },
})

/** Null where nothing scales the service. */
async function readSuspended(send: CloudRequest, target: RemediationTarget, signal?: AbortSignal) {
  const request = scalingRequest(target, 'DescribeScalableTargets', {
    ResourceIds: [resourceIdOf(target)],
    ScalableDimension: dimension,
  })
  const { ScalableTargets = [] } = await requestJson<{
    ScalableTargets?: { SuspendedState?: Partial<Record<(typeof suspensions)[number], boolean>> }[]
  }>(send, request, signal)
  const [scalable] = ScalableTargets
  if (!scalable) return null
  return Object.fromEntries(suspensions.map((name) => [name, scalable.SuspendedState?.[name] === true]))
}

function suspendedState(isSuspended: boolean): ResourceState {
  return Object.fromEntries(suspensions.map((name) => [name, isSuspended]))
}

function isScaled({ suspended }: ResourceState): boolean {
  return suspended !== null && suspended !== undefined
}

function isSet({ suspended }: ResourceState, name: string): boolean {
  return recordOf(suspended)[name] === true
}

function resourceIdOf(target: RemediationTarget): string {
  const { cluster, service } = ecsNamesOf(target)
  return `service/${cluster}/${service}`
}

function scalingRequest(target: RemediationTarget, action: string, parameters: object): PlannedRequest {
  return {
    method: 'POST',
    url: `${awsUrl('application-autoscaling', { region: regionOf(target) })}/`,
    body: JSON.stringify({ ServiceNamespace: 'ecs', ...parameters }),
    headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `AnyScaleFrontendService.${action}` },
  }
}
