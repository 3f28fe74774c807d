/** For tests: Lambda, SQS, Auto Scaling and EC2, as far as Kept uses them. */

import type { CloudsState, EmulatedApi, EmulatedRequest, EmulatedResponse } from './clouds-state.ts'
import { volumes } from './emulated-volumes.ts'

export const awsApis: EmulatedApi[] = [concurrency, mappings, queue, group, machine, volumes]

const ok = (body: string | object = {}): EmulatedResponse => ({ status: 200, body })

function concurrency({ method, path, body }: EmulatedRequest, { lambda }: CloudsState): EmulatedResponse | undefined {
  const version = path === '/2019-09-30/functions/thumbnailer/concurrency' ? 'GET' : 'PUT DELETE'
  if (!/^\/20\d\d-\d\d-\d\d\/functions\/thumbnailer\/concurrency$/.test(path) || !version.includes(method)) return
  if (method === 'PUT') lambda.reserved = JSON.parse(body).ReservedConcurrentExecutions
  if (method === 'DELETE') lambda.reserved = null
  return ok(lambda.reserved === null ? {} : { ReservedConcurrentExecutions: lambda.reserved })
}

function mappings(
  { method, path, query, body }: EmulatedRequest,
  { mappings: all }: CloudsState,
): EmulatedResponse | undefined {
  const [, uuid] = /^\/2015-03-31\/event-source-mappings\/([^/]*)$/.exec(path) ?? []
  if (uuid === undefined) return
  const mappingBody = (id: string) => ({ UUID: id, State: all[id]?.enabled ? 'Enabled' : 'Disabled' })
  if (uuid === '') {
    const matches = Object.entries(all).filter(
      ([, entry]) => entry.function === query.get('FunctionName') || entry.source === query.get('EventSourceArn'),
    )
    // One per page, so that pagination is tested.
    const start = Number(query.get('Marker') ?? 0)
    const next = start + 1 < matches.length ? String(start + 1) : null
    return ok({ EventSourceMappings: matches.slice(start, start + 1).map(([id]) => mappingBody(id)), NextMarker: next })
  }
  const mapping = all[uuid]
  if (!mapping) return { status: 404, body: { Message: 'The resource you requested does not exist.' } }
  if (method === 'PUT') mapping.enabled = JSON.parse(body).Enabled
  return ok(mappingBody(uuid))
}

function queue({ headers, body }: EmulatedRequest, state: CloudsState): EmulatedResponse | undefined {
  const action = String(headers['x-amz-target'] ?? '')
  if (!action.startsWith('AmazonSQS.')) return
  const { QueueUrl, Attributes } = JSON.parse(body)
  if (!String(QueueUrl).endsWith('/111122223333/orders')) return { status: 400, body: { message: 'no such queue' } }
  if (action === 'AmazonSQS.SetQueueAttributes') state.queueDelay = Number(Attributes.DelaySeconds)
  return ok({ Attributes: { DelaySeconds: String(state.queueDelay) } })
}

function group({ body }: EmulatedRequest, { group: groupState }: CloudsState): EmulatedResponse | undefined {
  const parameters = new URLSearchParams(body)
  if (parameters.get('Version') !== '2011-01-01') return
  const processes = [...parameters].filter(([name]) => name.startsWith('ScalingProcesses')).map(([, value]) => value)
  switch (parameters.get('Action')) {
    case 'SuspendProcesses':
      groupState.suspended = [...new Set([...groupState.suspended, ...processes])]
      break
    case 'ResumeProcesses':
      groupState.suspended = groupState.suspended.filter((name) => !processes.includes(name))
      break
    case 'UpdateAutoScalingGroup':
      groupState.min = Number(parameters.get('MinSize'))
      groupState.max = Number(parameters.get('MaxSize'))
      groupState.desired = Number(parameters.get('DesiredCapacity'))
  }
  const suspended = groupState.suspended.map((name) => `<member><ProcessName>${name}</ProcessName></member>`).join('')
  return ok(
    `<R><AutoScalingGroupName>web</AutoScalingGroupName><MinSize>${groupState.min}</MinSize><MaxSize>${groupState.max}</MaxSize><DesiredCapacity>${groupState.desired}</DesiredCapacity><SuspendedProcesses>${suspended}</SuspendedProcesses></R>`,
  )
}

function machine({ body }: EmulatedRequest, { machines }: CloudsState): EmulatedResponse | undefined {
  const parameters = new URLSearchParams(body)
  if (parameters.get('Version') !== '2016-11-15' || parameters.get('InstanceId.1') !== 'i-0123456789abcdef0') return
  if (parameters.get('Action') === 'StopInstances') machines.ec2 = false
  if (parameters.get('Action') === 'StartInstances') machines.ec2 = true
  return ok(
    `<R><placement><name>zone</name></placement><instanceState><code>16</code><name>${machines.ec2 ? 'running' : 'stopping'}</name></instanceState></R>`,
  )
}
