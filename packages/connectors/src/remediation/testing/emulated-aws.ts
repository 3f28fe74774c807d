/** For tests: Lambda, SQS, Auto Scaling and EC2, as far as Kept asks them. */
import type { Asked, CloudsState, EmulatedApi, Said } from './clouds-state.ts'

export const awsApis: EmulatedApi[] = [concurrency, mappings, queue, group, machine]

const ok = (body: string | object = {}): Said => ({ status: 200, body })

function concurrency({ method, path, body }: Asked, { lambda }: CloudsState): Said | undefined {
  const version = path === '/2019-09-30/functions/thumbnailer/concurrency' ? 'GET' : 'PUT DELETE'
  if (!/^\/20\d\d-\d\d-\d\d\/functions\/thumbnailer\/concurrency$/.test(path) || !version.includes(method)) return
  if (method === 'PUT') lambda.reserved = JSON.parse(body).ReservedConcurrentExecutions
  if (method === 'DELETE') lambda.reserved = null
  return ok(lambda.reserved === null ? {} : { ReservedConcurrentExecutions: lambda.reserved })
}

function mappings({ method, path, query, body }: Asked, { mappings: all }: CloudsState): Said | undefined {
  const [, uuid] = /^\/2015-03-31\/event-source-mappings\/([^/]*)$/.exec(path) ?? []
  if (uuid === undefined) return
  const shown = (id: string) => ({ UUID: id, State: all[id]?.on ? 'Enabled' : 'Disabled' })
  if (uuid === '') {
    const found = Object.entries(all).filter(
      ([, one]) => one.function === query.get('FunctionName') || one.source === query.get('EventSourceArn'),
    )
    // One to a page, so that pages are read.
    const at = Number(query.get('Marker') ?? 0)
    const next = at + 1 < found.length ? String(at + 1) : null
    return ok({ EventSourceMappings: found.slice(at, at + 1).map(([id]) => shown(id)), NextMarker: next })
  }
  const one = all[uuid]
  if (!one) return { status: 404, body: { Message: 'The resource you requested does not exist.' } }
  if (method === 'PUT') one.on = JSON.parse(body).Enabled
  return ok(shown(uuid))
}

function queue({ headers, body }: Asked, state: CloudsState): Said | undefined {
  const action = String(headers['x-amz-target'] ?? '')
  if (!action.startsWith('AmazonSQS.')) return
  const { QueueUrl, Attributes } = JSON.parse(body)
  if (!String(QueueUrl).endsWith('/111122223333/orders')) return { status: 400, body: { message: 'no such queue' } }
  if (action === 'AmazonSQS.SetQueueAttributes') state.queueDelay = Number(Attributes.DelaySeconds)
  return ok({ Attributes: { DelaySeconds: String(state.queueDelay) } })
}

function group({ body }: Asked, { group: own }: CloudsState): Said | undefined {
  const asked = new URLSearchParams(body)
  if (asked.get('Version') !== '2011-01-01') return
  const named = [...asked].filter(([name]) => name.startsWith('ScalingProcesses')).map(([, value]) => value)
  switch (asked.get('Action')) {
    case 'SuspendProcesses':
      own.suspended = [...new Set([...own.suspended, ...named])]
      break
    case 'ResumeProcesses':
      own.suspended = own.suspended.filter((name) => !named.includes(name))
      break
    case 'UpdateAutoScalingGroup':
      own.min = Number(asked.get('MinSize'))
      own.max = Number(asked.get('MaxSize'))
      own.desired = Number(asked.get('DesiredCapacity'))
  }
  const suspended = own.suspended.map((name) => `<member><ProcessName>${name}</ProcessName></member>`).join('')
  return ok(
    `<R><AutoScalingGroupName>web</AutoScalingGroupName><MinSize>${own.min}</MinSize><MaxSize>${own.max}</MaxSize><DesiredCapacity>${own.desired}</DesiredCapacity><SuspendedProcesses>${suspended}</SuspendedProcesses></R>`,
  )
}

function machine({ body }: Asked, { machines }: CloudsState): Said | undefined {
  const asked = new URLSearchParams(body)
  if (asked.get('Version') !== '2016-11-15' || asked.get('InstanceId.1') !== 'i-0123456789abcdef0') return
  if (asked.get('Action') === 'StopInstances') machines.ec2 = false
  if (asked.get('Action') === 'StartInstances') machines.ec2 = true
  return ok(
    `<R><placement><name>zone</name></placement><instanceState><code>16</code><name>${machines.ec2 ? 'running' : 'stopping'}</name></instanceState></R>`,
  )
}
