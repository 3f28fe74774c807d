/** A machine: stopped with its disks kept, started again. */
import { KeptError } from '@kept/domain/errors.ts'
import { defineRemedy, quoted, requestText } from '../remedy.ts'
import { arnOf, elementOf, queryRequest, regionOf } from './address.ts'

const version = '2016-11-15'

export const ec2Instance = defineRemedy({
  kind: 'ec2_instance',
  provider: 'aws',
  steps: ['stop', 'start'],
  permissions: ['ec2:DescribeInstances', 'ec2:StopInstances', 'ec2:StartInstances'],
  async read(sendRequest, target, signal) {
    const xml = await requestText(
      sendRequest,
      queryRequest('ec2', target, version, 'DescribeInstances', { 'InstanceId.1': instanceOf(target.id) }),
      signal,
    )
    const state = elementOf(/<instanceState>([\s\S]*?)<\/instanceState>/.exec(xml)?.[1] ?? '', 'name')
    if (!state || state === 'terminated' || state === 'shutting-down')
      throw new KeptError('not_found', `The instance ${instanceOf(target.id)} no longer exists.`)
    return { running: state === 'running' || state === 'pending' }
  },
  stateAfter: (_before, { step }) => ({ running: step === 'start' }),
  requests: (target, from, to) =>
    from.running === to.running
      ? []
      : [
          queryRequest('ec2', target, version, to.running ? 'StartInstances' : 'StopInstances', {
            'InstanceId.1': instanceOf(target.id),
          }),
        ],
  describeState: ({ running }) => (running ? 'running' : 'stopped'),
  script({ target, step }) {
    const commandFor = (verb: string) =>
      `aws ec2 ${verb}-instances --instance-ids ${quoted(instanceOf(target.id))} --region ${quoted(regionOf(target))}`
    return { tool: 'aws', run: [commandFor(step)], undo: [commandFor(step === 'stop' ? 'start' : 'stop')] }
  },
})

function instanceOf(id: string): string {
  return arnOf(id)?.resource.split('/').at(-1) ?? id
}
