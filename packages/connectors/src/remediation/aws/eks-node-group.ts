/** A managed node group: its number of nodes. It is throttled by allowing no more nodes than it has. */
import { KeptError } from '@kept/domain/errors.ts'
import type { PlannedRequest, RemediationTarget, ResourceState } from '@kept/domain/remediation.ts'
import { readOr } from '../read-or.ts'
import { type CloudRequest, defineRemedy, quoted, requestText, sizeOf, waitUntil } from '../remedy.ts'
import { arnOf, awsUrl, json, regionOf } from './address.ts'

interface GroupAnswer {
  nodegroup?: {
    status?: string
    scalingConfig?: { minSize?: number; maxSize?: number; desiredSize?: number }
  }
}

export const eksNodeGroup = defineRemedy({
  kind: 'eks_node_group',
  provider: 'aws',
  steps: ['throttle', 'stop', 'start', 'scale'],
  permissions: ['eks:DescribeNodegroup', 'eks:UpdateNodegroupConfig'],
  async read(send, target, signal) {
    const { minSize = 0, maxSize = 0, desiredSize = 0 } = (await groupOf(send, target, signal)).scalingConfig ?? {}
    return { min: minSize, max: maxSize, desired: desiredSize }
  },
  stateAfter(before, order) {
    const [min, max, desired] = [Number(before.min), Number(before.max), Number(before.desired)]
    // AWS accepts no maximum of 0.
    if (order.step === 'throttle') return { min, desired, max: Math.max(desired, 1) }
    const size = order.step === 'stop' ? 0 : order.step === 'start' ? Math.max(desired, order.size ?? 1) : sizeOf(order)
    return { min: Math.min(min, size), desired: size, max: Math.max(max, size) }
  },
  requests: (target, from, to) => (isSameSize(from, to) ? [] : [sizeRequest(target, to)]),
  async carryOut(carrier, target, from, to) {
    if (isSameSize(from, to)) return
    await requestText(carrier.send, sizeRequest(target, to))
    await waitUntil(carrier, { what: `The change of ${target.name}`, maxMinutes: 30 }, async () => {
      const { status } = await groupOf(carrier.send, target)
      return status !== 'UPDATING'
    })
  },
  undoPrice: ({ step }) =>
    step === 'throttle' || step === 'start'
      ? ''
      : 'AWS moves the pods of removed nodes to others where they fit, and data on the disks of these nodes is lost. New nodes take some minutes. A cluster autoscaler may change the number again, which Kept then leaves as it is.',
  describeState: ({ min, max, desired }) => `at ${desired} nodes (${min} to ${max})`,
  script(order) {
    const { cluster, group } = namesOf(order.target)
    const names = `--cluster-name ${quoted(cluster)} --nodegroup-name ${quoted(group)} --region ${quoted(regionOf(order.target))}`
    const change = (config: string) => `aws eks update-nodegroup-config ${names} --scaling-config ${config}`
    const size = order.step === 'stop' ? 0 : order.step === 'scale' ? sizeOf(order) : (order.size ?? 1)
    return {
      tool: 'aws',
      run: [
        `aws eks describe-nodegroup ${names} --query nodegroup.scalingConfig`,
        ...(order.step === 'throttle'
          ? ['# With the desired size the first command showed.', change('maxSize=DESIRED_SIZE')]
          : [change(order.step === 'start' ? `desiredSize=${size}` : `minSize=${size},desiredSize=${size}`)]),
      ],
      undo: [
        '# With the sizes the first command showed.',
        change('minSize=MIN_SIZE,maxSize=MAX_SIZE,desiredSize=DESIRED_SIZE'),
      ],
    }
  },
})

async function groupOf(send: CloudRequest, target: RemediationTarget, signal?: AbortSignal) {
  const answer = await readOr<GroupAnswer>(send, urlOf(target), signal)
  const group = answer?.nodegroup
  if (!group || group.status === 'DELETING')
    throw new KeptError('not_found', `The node group ${target.name} no longer exists.`)
  return group
}

function namesOf({ id, name }: RemediationTarget): { cluster: string; group: string } {
  const [, cluster, group] = /^nodegroup\/([\w-]+)\/([\w-]+)\//.exec(arnOf(id)?.resource ?? '') ?? []
  if (cluster && group) return { cluster, group }
  throw new KeptError('bad_input', `To act on ${name}, Kept needs the ARN of a managed node group as its id.`)
}

function urlOf(target: RemediationTarget): string {
  const { cluster, group } = namesOf(target)
  return `${awsUrl('eks', { region: regionOf(target) })}/clusters/${cluster}/node-groups/${group}`
}

function sizeRequest(target: RemediationTarget, { min, max, desired }: ResourceState): PlannedRequest {
  const scalingConfig = { minSize: min, maxSize: max, desiredSize: desired }
  return {
    method: 'POST',
    url: `${urlOf(target)}/update-config`,
    body: JSON.stringify({ scalingConfig }),
    headers: json,
  }
}

function isSameSize(state: ResourceState, other: ResourceState): boolean {
  return ['min', 'max', 'desired'].every((name) => state[name] === other[name])
}
