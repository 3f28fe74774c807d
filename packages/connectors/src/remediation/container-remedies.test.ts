/** What remedies of containers, node pools and Azure SQL refuse, and what they leave as it was. */
import type { RemediationOrder } from '@kept/domain/remediation.ts'
import type { RemediationProvider } from '@kept/domain/remediation-provider.ts'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { changeTargetOf } from './change-target.ts'
import type { GuardedFetch } from './credentials.ts'
import { openAccount } from './open-account.ts'
import { type EmulatedClouds, emulateClouds } from './testing/emulated-clouds.ts'

const timestamp = '2026-06-10T09:00:00Z'
const plainFetch: GuardedFetch = (url, { certificateAuthority: _, signal, ...options }) =>
  fetch(url, { ...options, ...(signal && { signal }) })

let clouds: EmulatedClouds
beforeEach(async () => {
  await clouds?.close()
  clouds = await emulateClouds()
})
afterAll(() => clouds.close())

const service = 'arn:aws:ecs:eu-west-1:111122223333:service/shop/web'
const group = 'arn:aws:eks:eu-west-1:111122223333:nodegroup/shop/spare/5cb0'
const azure = '/subscriptions/s-1/resourceGroups/dev/providers'
const aksPool = `${azure}/Microsoft.ContainerService/managedClusters/shop/agentPools/spare`
const database = `${azure}/Microsoft.Sql/servers/main/databases/orders`
const gkePool = '//container.googleapis.com/projects/p/zones/europe-west1/clusters/shop/nodePools/spare'

function orderOf(provider: RemediationProvider, id: string, order: Omit<RemediationOrder, 'target'>): RemediationOrder {
  const target = changeTargetOf(provider, { id, name: 'it', region: 'eu-west-1', account: '', tags: {} })
  if (!target) throw new Error(`no target: ${id}`)
  return { ...order, target }
}

const portOf = (provider: RemediationProvider) =>
  openAccount(provider, clouds.credentials[provider], {
    fetch: plainFetch,
    nowMs: () => Date.parse(timestamp),
    wait: async () => undefined,
  })

const planOf = (provider: RemediationProvider, id: string, order: Omit<RemediationOrder, 'target'>) =>
  portOf(provider).plan(orderOf(provider, id, order))

const resize = (setting: string) => ({ step: 'resize', setting }) as const

describe('a container service', () => {
  it('moves to a revision of its own with the new size, and back to the one before', async () => {
    const port = portOf('aws')
    const plan = await port.plan(orderOf('aws', service, resize('512-1024')))
    const [registration, update] = plan.requests.map(({ body }) => JSON.parse(body))
    expect(registration).toMatchObject({
      ...{ family: 'web', cpu: '512', memory: '1024', taskRoleArn: 'arn:aws:iam::111122223333:role/web' },
      tags: [
        { key: 'team', value: 'shop' },
        { key: 'kept:resized-from', value: expect.stringContaining(':7') },
      ],
    })
    expect(update).toEqual({ cluster: 'shop', service: 'web', taskDefinition: 'web' })
    const receipt = await port.apply(plan, timestamp)
    expect(clouds.state.containers.service.revision).toMatch(/:8$/)
    expect(await port.revert(receipt)).toMatchObject({ undone: true })
    expect(clouds.state.containers.service.revision).toMatch(/:7$/)
  })

  it('goes back when its tasks do not start', async () => {
    const port = portOf('aws')
    const plan = await port.plan(orderOf('aws', service, resize('512-1024')))
    let looks = 0
    Object.defineProperty(clouds.state.containers.service, 'rolloutState', {
      get: () => {
        looks += 1
        // Read before the change, then failed, then completed after it is taken back.
        return looks === 2 ? 'FAILED' : 'COMPLETED'
      },
    })
    await expect(port.apply(plan, timestamp)).rejects.toThrow('could not start its tasks: no capacity')
    expect(clouds.state.containers.service.revision).toMatch(/:7$/)
  })

  it('is left as it is where someone deployed meanwhile', async () => {
    const port = portOf('aws')
    const { service: state } = clouds.state.containers
    const plan = await port.plan(orderOf('aws', service, resize('512-1024')))
    const receipt = await port.apply(plan, timestamp)
    const own = state.revisions[state.revision]
    const revision = state.revision.replace(/:8$/, ':9')
    state.revisions[revision] = { definition: { ...own?.definition }, tags: [] }
    state.revision = revision
    expect(await port.revert(receipt)).toMatchObject({
      undone: false,
      message: expect.stringContaining('changed outside Kept'),
    })
  })

  it.each<[string, string]>([
    ['512-8192', 'Fargate has no tasks with 512 CPU units and 8192 MiB'],
    ['512-1000', 'Fargate has no tasks'],
    ['m5.large', 'as CPU units and MiB, such as 512-1024'],
  ])('refuses the size %s', async (setting, message) => {
    await expect(planOf('aws', service, resize(setting))).rejects.toThrow(message)
  })

  it('refuses a size that its containers do not fit in', async () => {
    const [revision] = Object.values(clouds.state.containers.service.revisions)
    Object.assign(revision?.definition ?? {}, { containerDefinitions: [{ name: 'app', cpu: 512, memory: 900 }] })
    await expect(planOf('aws', service, resize('256-512'))).rejects.toThrow('reserve 512 CPU units, more than 256')
    Object.assign(revision?.definition ?? {}, { containerDefinitions: [{ name: 'app', memory: 900 }] })
    await expect(planOf('aws', service, resize('256-512'))).rejects.toThrow('The container app of it may use 900 MiB')
  })

  it('refuses one that is a daemon, names no cluster, or does not exist', async () => {
    const gone = `${service}-old`
    await expect(planOf('aws', gone, { step: 'stop' })).rejects.toThrow('no longer exists in the cluster shop')
    clouds.state.containers.service.strategy = 'DAEMON'
    await expect(planOf('aws', service, { step: 'stop' })).rejects.toThrow('one task on each instance')
    const target = { ...orderOf('aws', service, { step: 'stop' }).target, id: service.replace('shop/', '') }
    await expect(portOf('aws').plan({ target, step: 'stop' })).rejects.toThrow('names no cluster')
    expect(clouds.changes).toEqual([])
  })

  it('suspends what scales it before its number changes, and resumes it last', async () => {
    const port = portOf('aws')
    const receipt = await port.apply(await port.plan(orderOf('aws', service, { step: 'scale', size: 2 })), timestamp)
    await port.revert(receipt)
    expect(clouds.changes).toEqual([
      'RegisterScalableTarget',
      'UpdateService',
      'UpdateService',
      'RegisterScalableTarget',
    ])
  })

  it('changes its number alone where nothing scales it', async () => {
    clouds.state.containers.service.suspended = null
    const plan = await planOf('aws', service, { step: 'stop' })
    expect(plan.description).toBe('it is at 4 tasks and will be at 0 tasks.')
    expect(plan.requests).toHaveLength(1)
  })
})

describe('a node pool', () => {
  it('keeps its limits around its new number of nodes', async () => {
    expect((await planOf('aws', group, { step: 'scale', size: 1 })).after).toEqual({ min: 1, max: 9, desired: 1 })
    expect((await planOf('aws', group, { step: 'scale', size: 12 })).after).toEqual({ min: 2, max: 12, desired: 12 })
    expect((await planOf('aws', group, { step: 'throttle' })).after).toEqual({ min: 2, max: 5, desired: 5 })
    expect((await planOf('aws', group, { step: 'stop' })).after).toEqual({ min: 0, max: 9, desired: 0 })
  })

  it('of GKE has the same number of nodes in each zone', async () => {
    await expect(planOf('gcp', gkePool, { step: 'scale', size: 3 })).rejects.toThrow('Enter a multiple of 2')
    const plan = await planOf('gcp', gkePool, { step: 'scale', size: 2 })
    expect(plan.requests.map(({ url, body }) => [url.split(':').at(-1), JSON.parse(body)])).toEqual([
      ['setAutoscaling', { autoscaling: { enabled: false } }],
      ['setSize', { nodeCount: 1 }],
    ])
    expect(plan.requests[0]?.url).toContain('/locations/europe-west1/')
  })

  it('of GKE is undone from between its two operations', async () => {
    const port = portOf('gcp')
    const plan = await port.plan(orderOf('gcp', gkePool, { step: 'scale', size: 2 }))
    clouds.refuse(/:setSize$/, 500)
    await expect(port.apply(plan, timestamp)).rejects.toThrow('returned 500')
    expect((await port.plan(plan.order)).before).toEqual(plan.before)
  })

  it('of AKS that runs the services of its cluster keeps a node', async () => {
    Object.assign(clouds.state.containers.aksPool ?? {}, { mode: 'System' })
    await expect(planOf('azure', aksPool, { step: 'stop' })).rejects.toThrow('needs at least one node')
    expect((await planOf('azure', aksPool, { step: 'scale', size: 1 })).after).toEqual({
      ...{ count: 1, enableAutoScaling: false, mode: 'System', vmSize: 'Standard_D4s_v5' },
    })
  })

  it.each<[RemediationProvider, string, () => void]>([
    ['aws', group, () => Object.assign(clouds.state.containers.nodeGroup, { desiredSize: 6 })],
    ['azure', aksPool, () => Object.assign(clouds.state.containers.aksPool ?? {}, { count: 6 })],
    ['gcp', gkePool, () => Object.assign(clouds.state.containers.gkePool, { nodesOfZone: 4 })],
  ])('of %s is not changed over a change since the plan', async (provider, id, change) => {
    const plan = await planOf(provider, id, { step: 'scale', size: 2 })
    change()
    await expect(portOf(provider).apply(plan, timestamp)).rejects.toThrow('changed after the dry run')
    expect(clouds.changes).toEqual([])
  })

  it.each<[RemediationProvider, string]>([
    ['aws', group.replace('spare', 'gone')],
    ['azure', aksPool],
    ['gcp', gkePool.replace('spare', 'gone')],
  ])('of %s that is gone is refused', async (provider, id) => {
    clouds.state.containers.aksPool = undefined
    await expect(planOf(provider, id, { step: 'stop' })).rejects.toThrow('The node')
  })
})

describe('a database of Azure SQL', () => {
  it.each<[string, string, string]>([
    ['GP_Gen5_8', 'BC_Gen5_4', 'is of another one'],
    ['GP_S_Gen5_8', 'GP_S_Gen5_4', 'is serverless'],
    ['S3', 'P1', 'is of another one'],
  ])('of %s does not become %s', async (before, setting, message) => {
    clouds.state.containers.sql.size = before
    await expect(planOf('azure', database, resize(setting))).rejects.toThrow(message)
  })

  it('changes within its tier, and not twice', async () => {
    clouds.state.containers.sql.size = 'S3'
    expect((await planOf('azure', database, resize('S2'))).description).toBe('it is S3 and will be S2.')
    expect((await planOf('azure', database, resize('S3'))).requests).toEqual([])
  })
})

describe('the requests of a workload', () => {
  const lower = (cpu: string, memory: string, container = 'app') =>
    ({ step: 'resize', container_requests: { container, cpu, memory } }) as const
  const cart = 'shop/deployment/cart'

  it('are sent for the container that changes alone', async () => {
    const { requests } = await planOf('kubernetes', cart, lower('200m', '1Gi'))
    expect(requests.map(({ body }) => JSON.parse(body))).toEqual([
      { spec: { template: { spec: { containers: [{ name: 'app', resources: { requests: { cpu: '200m' } } }] } } } },
    ])
  })

  it('are never raised', async () => {
    await expect(planOf('kubernetes', cart, lower('600m', '512Mi'))).rejects.toThrow('requests 500m cpu by now')
    await expect(planOf('kubernetes', cart, lower('100m', '64Mi', 'proxy'))).rejects.toThrow('requests no cpu by now')
    await expect(planOf('kubernetes', cart, lower('100m', '64Mi', 'gone'))).rejects.toThrow('has no container gone')
    await expect(planOf('kubernetes', cart, { step: 'resize' })).rejects.toThrow('Enter what a container')
  })

  it('stay where an autoscaler counts in shares of them', async () => {
    const autoscaler = (type: string) => ({
      metadata: { name: 'cart-scaler' },
      spec: {
        scaleTargetRef: { kind: 'Deployment', name: 'cart' },
        metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { type } } }],
      },
    })
    clouds.state.containers.autoscalers = [autoscaler('Utilization')]
    await expect(planOf('kubernetes', cart, lower('200m', '512Mi'))).rejects.toThrow('is scaled by cart-scaler')
    // Of another kind with the same name, and one that counts in amounts.
    expect((await planOf('kubernetes', 'shop/statefulset/cart', lower('200m', '512Mi'))).requests).toHaveLength(1)
    clouds.state.containers.autoscalers = [autoscaler('AverageValue')]
    expect((await planOf('kubernetes', cart, lower('200m', '512Mi'))).requests).toHaveLength(1)
  })

  it('are restored when the pods do not become available', async () => {
    const port = portOf('kubernetes')
    const plan = await port.plan(orderOf('kubernetes', cart, lower('200m', '512Mi')))
    const workload = clouds.state.containers.workloads.deployments
    if (!workload) throw new Error('no workload')
    workload.isStuck = true
    await expect(port.apply(plan, timestamp)).rejects.toThrow('could not be restored')
    // The requests are back; only the rollout of the undo was not seen to its end.
    expect(workload.containers[0]?.resources.requests).toEqual({ cpu: '500m', memory: '1Gi' })
  })

  it('of a workload that is gone are refused', async () => {
    await expect(planOf('kubernetes', 'shop/daemonset/gone', lower('200m', '512Mi'))).rejects.toThrow(
      'no longer exists',
    )
  })
})
