/** An instance of another type: stopped, changed and started again, with its disks and private addresses. */
import { KeptError } from '@kept/domain/errors.ts'
import type { PlannedRequest, RemediationTarget, ResourceState } from '@kept/domain/remediation.ts'
import { type Carrier, type CloudRequest, defineRemedy, quoted, requestText, settingOf, waitUntil } from '../remedy.ts'
import { regionOf } from './address.ts'
import { ec2IdOf, ec2Request } from './ec2-query.ts'
import { allNamed, itemsOf, parseXml, textOf } from './xml.ts'

export const ec2InstanceType = defineRemedy({
  kind: 'ec2_instance',
  provider: 'aws',
  steps: ['resize'],
  permissions: ['ec2:DescribeInstances', 'ec2:StopInstances', 'ec2:ModifyInstanceAttribute', 'ec2:StartInstances'],
  read,
  stateAfter: (before, order) => ({ ...before, type: settingOf(order) }),
  requests(target, from, to) {
    if (from.type === to.type && from.running === to.running) return []
    return [
      ...(from.running ? [switchRequest(target, 'StopInstances')] : []),
      ...(from.type === to.type ? [] : [typeRequest(target, to)]),
      ...(to.running ? [switchRequest(target, 'StartInstances')] : []),
    ]
  },
  async carryOut(carrier, target, from, to) {
    const { send } = carrier
    if (from.type !== to.type) {
      await requestText(send, switchRequest(target, 'StopInstances'))
      await waitForState(carrier, target, 'stopped')
      await requestText(send, typeRequest(target, to))
    }
    if (!to.running) return
    await requestText(send, switchRequest(target, 'StartInstances'))
    await waitForState(carrier, target, 'running')
  },
  isBetween: (state, before, after) => state.type === before.type || state.type === after.type,
  undoPrice: () =>
    'The instance is stopped for a few minutes each time. A public address that is not an Elastic IP changes, and data on instance store disks is lost.',
  describeState: ({ type, running }) => `a ${running ? 'running' : 'stopped'} ${type}`,
  script({ target, setting = 'TYPE' }) {
    const id = quoted(ec2IdOf(target))
    const region = `--region ${quoted(regionOf(target))}`
    const change = (type: string) => [
      `aws ec2 stop-instances --instance-ids ${id} ${region}`,
      `aws ec2 wait instance-stopped --instance-ids ${id} ${region}`,
      `aws ec2 modify-instance-attribute --instance-id ${id} --instance-type ${quoted(type)} ${region}`,
      `aws ec2 start-instances --instance-ids ${id} ${region}`,
    ]
    return {
      tool: 'aws',
      run: [`aws ec2 describe-instances --instance-ids ${id} ${region}`, ...change(setting)],
      undo: change('PREVIOUS_TYPE'),
    }
  },
})

async function read(send: CloudRequest, target: RemediationTarget, signal?: AbortSignal): Promise<ResourceState> {
  const request = ec2Request(target, 'DescribeInstances', { 'InstanceId.1': ec2IdOf(target) })
  const xml = parseXml(await requestText(send, request, signal))
  const [item] = itemsOf(xml, 'instancesSet')
  const state = textOf(item, 'instanceState', 'name')
  if (!item || state === 'terminated' || state === 'shutting-down')
    throw new KeptError('not_found', `The instance ${ec2IdOf(target)} no longer exists.`)
  const groupTag = allNamed(item, 'key').some(({ text }) => text === 'aws:autoscaling:groupName')
  if (groupTag)
    throw new KeptError(
      'conflict',
      `${target.name} belongs to an Auto Scaling group, which would replace it. Change the launch template instead.`,
    )
  if (textOf(item, 'rootDeviceType') === 'instance-store')
    throw new KeptError('conflict', `${target.name} has an instance store root disk, so it cannot be stopped.`)
  return { type: textOf(item, 'instanceType'), running: state === 'running' || state === 'pending' }
}

async function waitForState(carrier: Carrier, target: RemediationTarget, state: string): Promise<void> {
  await waitUntil(carrier, { what: `${target.name} (${state})`, maxMinutes: 20 }, async () => {
    const request = ec2Request(target, 'DescribeInstances', { 'InstanceId.1': ec2IdOf(target) })
    const [item] = itemsOf(parseXml(await requestText(carrier.send, request)), 'instancesSet')
    return textOf(item, 'instanceState', 'name') === state
  })
}

function switchRequest(target: RemediationTarget, action: 'StopInstances' | 'StartInstances'): PlannedRequest {
  return ec2Request(target, action, { 'InstanceId.1': ec2IdOf(target) })
}

function typeRequest(target: RemediationTarget, { type }: ResourceState): PlannedRequest {
  return ec2Request(target, 'ModifyInstanceAttribute', {
    InstanceId: ec2IdOf(target),
    'InstanceType.Value': String(type),
  })
}
