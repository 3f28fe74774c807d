import { describe, expect, it } from 'vitest'
import type { AwsSession } from '../session.ts'
import { ecsPort } from './ecs.ts'
import { eksPort } from './eks.ts'

const location = { accountId: '111122223333', accountName: 'shop', region: 'eu-west-1' }

function itemsOf(port: typeof ecsPort, index: number, answer: object) {
  const operation = port.operations[index]
  if (!operation) throw new Error(`${port.dataset} has no operation ${index}`)
  return operation.toItems(operation.schema.parse(answer), location)
}

/** A session whose answers are these, by action. */
function sessionOf(answers: Record<string, object | undefined>): AwsSession {
  const session: Pick<AwsSession, 'load' | 'client' | 'call'> = {
    load: (open) => open(),
    client: () => ({}) as never,
    call: async <Answer>(action: string) => answers[action] as Answer,
  }
  return session as AwsSession
}

it.each([
  { port: ecsPort, index: 0, action: 'ecs:ListServices', clusters: { 'ecs:ListClusters': { clusterArns: ['shop'] } } },
  { port: eksPort, index: 1, action: 'eks:ListNodegroups', clusters: { 'eks:ListClusters': { clusters: ['shop'] } } },
])('does not read a page of $action for ever', async ({ port, index, action, clusters }) => {
  const session = sessionOf({ ...clusters, [action]: { nextToken: 'again' } })
  const reading = port.operations[index]?.send(session, location, undefined)
  await expect(reading).rejects.toThrow(`${action} returned the same page of`)
})

describe('ecsPort', () => {
  it('reads the size of tasks, and what their containers reserve of it', () => {
    const containerDefinitions = [
      { cpu: 256, memory: 1024, memoryReservation: 512 },
      { cpu: 64, memory: 128 },
    ]
    const service = { serviceArn: 'arn:aws:ecs:eu-west-1:111122223333:service/shop/web', launchType: 'FARGATE' }
    const [item, other] = itemsOf(ecsPort, 0, {
      services: [
        { ...service, definition: { cpu: '1024', memory: '4096', containerDefinitions } },
        { ...service, definition: { containerDefinitions } },
      ],
    })
    expect(item).toMatchObject({
      size: '1024-4096',
      attributes: { launch_type: 'FARGATE', reserved_cpu: '320', reserved_memory: '1024' },
    })
    expect(other?.size).toBe('')
  })
})

describe('eksPort', () => {
  it('lists node groups as members of their cluster', () => {
    const nodegroupArn = 'arn:aws:eks:eu-west-1:111122223333:nodegroup/shop/spare/5cb0'
    const group = { nodegroupArn, nodegroupName: 'spare', clusterName: 'shop', scalingConfig: { desiredSize: 2 } }
    expect(itemsOf(eksPort, 1, { groups: [{ ...group, instanceTypes: ['m5.large'] }] })).toMatchObject([
      {
        ...{ resource_id: nodegroupArn, type: 'Node pool', size: 'm5.large', attributes: { nodes: '2' } },
        relations: [{ kind: 'member_of', resource_id: 'arn:aws:eks:eu-west-1:111122223333:cluster/shop' }],
      },
    ])
  })
})
