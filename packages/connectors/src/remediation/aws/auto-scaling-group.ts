/** A group: throttled by pinning its size (its alarms and schedules no longer change it), stopped by size 0. */
import { KeptError } from '@kept/domain/errors.ts'
import type { PlannedRequest, RemediationTarget } from '@kept/domain/remediation.ts'
import { defineRemedy, quoted, requestText, sizeOf } from '../remedy.ts'
import { arnOf, elementOf, queryRequest, regionOf } from './address.ts'

const version = '2011-01-01'
/** Processes that change the size automatically; replacing unhealthy machines continues. */
const scalers = ['AlarmNotification', 'ScheduledActions']

export const autoScalingGroup = defineRemedy({
  kind: 'auto_scaling_group',
  provider: 'aws',
  steps: ['throttle', 'stop', 'scale'],
  permissions: [
    'autoscaling:DescribeAutoScalingGroups',
    'autoscaling:SuspendProcesses',
    'autoscaling:ResumeProcesses',
    'autoscaling:UpdateAutoScalingGroup',
  ],
  async read(sendRequest, target, signal) {
    const request = query(target, 'DescribeAutoScalingGroups', { 'AutoScalingGroupNames.member.1': nameOf(target) })
    const xml = await requestText(sendRequest, request, signal)
    if (!elementOf(xml, 'AutoScalingGroupName'))
      throw new KeptError(
        'not_found',
        `The Auto Scaling group ${nameOf(target)} does not exist in ${regionOf(target)}.`,
      )
    const suspended = [...xml.matchAll(/<ProcessName>([^<]*)<\/ProcessName>/g)].map(([, name = '']) => name)
    return {
      min: Number(elementOf(xml, 'MinSize')),
      max: Number(elementOf(xml, 'MaxSize')),
      desired: Number(elementOf(xml, 'DesiredCapacity')),
      suspended: suspended.filter((name) => scalers.includes(name)).toSorted(),
    }
  },
  stateAfter(before, order) {
    const pinned = { ...before, suspended: scalers }
    if (order.step === 'throttle') return pinned
    const size = order.step === 'stop' ? 0 : sizeOf(order)
    return { ...pinned, min: size, desired: size, max: Math.max(size, Number(before.max)) }
  },
  requests(target, from, to) {
    const [was, will] = [from.suspended as string[], to.suspended as string[]]
    const sizes = ['min', 'max', 'desired'].some((key) => from[key] !== to[key])
    const size: PlannedRequest[] = sizes
      ? [
          query(target, 'UpdateAutoScalingGroup', {
            AutoScalingGroupName: nameOf(target),
            MinSize: String(to.min),
            MaxSize: String(to.max),
            DesiredCapacity: String(to.desired),
          }),
        ]
      : []
    return [
      ...processes(
        target,
        'SuspendProcesses',
        will.filter((name) => !was.includes(name)),
      ),
      ...size,
      ...processes(
        target,
        'ResumeProcesses',
        was.filter((name) => !will.includes(name)),
      ),
    ]
  },
  describeState: ({ min, max, desired, suspended }) =>
    `at ${desired} machines (${min} to ${max}), ${(suspended as string[]).length > 0 ? 'pinned' : 'scaling by itself'}`,
  script(order) {
    const group = `--auto-scaling-group-name ${quoted(nameOf(order.target))} --region ${quoted(regionOf(order.target))}`
    const size = order.step === 'throttle' ? undefined : order.step === 'stop' ? 0 : sizeOf(order)
    const update = `aws autoscaling update-auto-scaling-group ${group}`
    return {
      tool: 'aws',
      run: [
        `aws autoscaling describe-auto-scaling-groups --auto-scaling-group-names ${quoted(nameOf(order.target))} --region ${quoted(regionOf(order.target))}`,
        `aws autoscaling suspend-processes ${group} --scaling-processes ${scalers.join(' ')}`,
        ...(size === undefined ? [] : [`${update} --min-size ${size} --desired-capacity ${size}`]),
      ],
      undo: [
        ...(size === undefined
          ? []
          : ['# With the sizes the first command showed.', `${update} --min-size 1 --desired-capacity 1`]),
        `aws autoscaling resume-processes ${group} --scaling-processes ${scalers.join(' ')}`,
      ],
    }
  },
})

function processes(target: RemediationTarget, action: string, names: string[]): PlannedRequest[] {
  if (names.length === 0) return []
  const members = names.map((name, n) => [`ScalingProcesses.member.${n + 1}`, name])
  return [query(target, action, { AutoScalingGroupName: nameOf(target), ...Object.fromEntries(members) })]
}

function query(target: RemediationTarget, action: string, parameters: Record<string, string>): PlannedRequest {
  return queryRequest('autoscaling', target, version, action, parameters)
}

function nameOf({ id, name }: RemediationTarget): string {
  return /autoScalingGroupName\/(.+)$/.exec(arnOf(id)?.resource ?? '')?.[1] ?? name
}
