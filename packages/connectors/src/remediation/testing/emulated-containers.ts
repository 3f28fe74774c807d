/** For tests: container services, node pools, workloads and SQL databases, as far as Kept changes them. */
import type { CloudsState, EmulatedApi, EmulatedRequest, EmulatedResponse } from './clouds-state.ts'
import type { ContainersState, EmulatedWorkload } from './containers-state.ts'

export const awsContainerApis: EmulatedApi[] = [containerService, serviceScaling, nodeGroup]
export const otherContainerApis: EmulatedApi[] = [aksPool, aksCluster, sqlDatabase, gkePool, workloads]

const ok = (body: object = {}): EmulatedResponse => ({ status: 200, body })
const notFound: EmulatedResponse = { status: 404, body: { message: 'not found' } }
const family = 'arn:aws:ecs:eu-west-1:111122223333:task-definition/web'

export function newContainers(): ContainersState {
  const container = { name: 'app', image: 'web:1', cpu: 256, memoryReservation: 512, environment: [] }
  const workload = (): EmulatedWorkload => ({
    spec: {},
    containers: [
      { name: 'app', resources: { requests: { cpu: '500m', memory: '1Gi' } } },
      { name: 'proxy', resources: { requests: {} } },
    ],
    isStuck: false,
  })
  return {
    service: {
      ...{ desired: 4, suspended: suspensions(false), revision: `${family}:7`, rolloutState: 'COMPLETED' },
      ...{ deployedBy: 'ECS', strategy: 'REPLICA' },
      revisions: {
        [`${family}:7`]: {
          definition: {
            ...{ family: 'web', cpu: '1024', memory: '4096', requiresCompatibilities: ['FARGATE'] },
            ...{ containerDefinitions: [container], taskRoleArn: 'arn:aws:iam::111122223333:role/web' },
          },
          tags: [
            { key: 'team', value: 'shop' },
            { key: 'aws:cloudformation:stack-name', value: 'web' },
          ],
        },
      },
    },
    nodeGroup: { minSize: 2, maxSize: 9, desiredSize: 5 },
    aksPool: {
      ...{ count: 5, minCount: 2, maxCount: 9, enableAutoScaling: true, mode: 'User', vmSize: 'Standard_D4s_v5' },
      provisioningState: 'Succeeded',
    },
    aksPower: 'Running',
    sql: { size: 'GP_Gen5_8', pool: '' },
    gkePool: { nodesOfZone: 3, autoscaling: { enabled: true, minNodeCount: 1, maxNodeCount: 5 }, isBusy: false },
    workloads: { deployments: workload(), statefulsets: workload(), daemonsets: workload() },
    autoscalers: [],
  }
}

function suspensions(isSuspended: boolean) {
  return Object.fromEntries(
    ['DynamicScalingInSuspended', 'DynamicScalingOutSuspended', 'ScheduledScalingSuspended'].map((name) => [
      name,
      isSuspended,
    ]),
  )
}

function actionOf({ headers }: EmulatedRequest, prefix: string): string | undefined {
  const [head, action] = String(headers['x-amz-target'] ?? '').split('.')
  return head === prefix ? action : undefined
}

function containerService(
  request: EmulatedRequest,
  { containers: { service } }: CloudsState,
): EmulatedResponse | undefined {
  const action = actionOf(request, 'AmazonEC2ContainerServiceV20141113')
  if (action === undefined) return
  const input = JSON.parse(request.body)
  switch (action) {
    case 'DescribeTaskDefinition': {
      const revision = service.revisions[input.taskDefinition]
      return revision ? ok({ taskDefinition: revision.definition, tags: revision.tags }) : notFound
    }
    case 'RegisterTaskDefinition': {
      const { tags, ...definition } = input
      if (tags.some(({ key }: { key: string }) => key.startsWith('aws:'))) return { status: 400, body: {} }
      const taskDefinitionArn = `${family}:${7 + Object.keys(service.revisions).length}`
      service.revisions[taskDefinitionArn] = { definition, tags }
      return ok({ taskDefinition: { ...definition, taskDefinitionArn } })
    }
    case 'UpdateService':
      if (input.taskDefinition !== undefined) service.revision = input.taskDefinition
      service.desired = input.desiredCount ?? service.desired
      return ok()
    default: {
      if (input.services?.[0] !== 'web') return ok({ services: [] })
      const deployments = [{ status: 'PRIMARY', rolloutState: service.rolloutState, rolloutStateReason: 'no capacity' }]
      return ok({
        services: [
          {
            ...{ status: 'ACTIVE', desiredCount: service.desired, taskDefinition: service.revision, deployments },
            ...{ schedulingStrategy: service.strategy, deploymentController: { type: service.deployedBy } },
          },
        ],
      })
    }
  }
}

function serviceScaling(
  request: EmulatedRequest,
  { containers: { service } }: CloudsState,
): EmulatedResponse | undefined {
  const action = actionOf(request, 'AnyScaleFrontendService')
  if (action === undefined) return
  if (action === 'RegisterScalableTarget') service.suspended = JSON.parse(request.body).SuspendedState
  return ok({ ScalableTargets: service.suspended ? [{ SuspendedState: service.suspended }] : [] })
}

function nodeGroup({ method, path, body }: EmulatedRequest, { containers }: CloudsState): EmulatedResponse | undefined {
  if (!path.startsWith('/clusters/shop/node-groups/')) return
  if (!/\/spare(\/update-config)?$/.test(path)) return notFound
  if (method === 'POST') containers.nodeGroup = JSON.parse(body).scalingConfig
  return ok({ nodegroup: { status: 'ACTIVE', scalingConfig: containers.nodeGroup } })
}

const azure = '/subscriptions/s-1/resourceGroups/dev/providers'

function aksPool({ method, path, body }: EmulatedRequest, { containers }: CloudsState): EmulatedResponse | undefined {
  if (path !== `${azure}/Microsoft.ContainerService/managedClusters/shop/agentPools/spare`) return
  if (method === 'PUT') containers.aksPool = { ...JSON.parse(body).properties, provisioningState: 'Succeeded' }
  return containers.aksPool ? ok({ properties: containers.aksPool }) : notFound
}

function aksCluster({ path }: EmulatedRequest, { containers }: CloudsState): EmulatedResponse | undefined {
  const cluster = `${azure}/Microsoft.ContainerService/managedClusters/shop`
  if (path === `${cluster}/stop`) containers.aksPower = 'Stopped'
  else if (path === `${cluster}/start`) containers.aksPower = 'Running'
  else if (path !== cluster) return
  return ok({ properties: { provisioningState: 'Succeeded', powerState: { code: containers.aksPower } } })
}

function sqlDatabase(
  { method, path, body }: EmulatedRequest,
  { containers: { sql } }: CloudsState,
): EmulatedResponse | undefined {
  if (path !== `${azure}/Microsoft.Sql/servers/main/databases/orders`) return
  if (method === 'PATCH') sql.size = JSON.parse(body).sku.name
  return ok({
    properties: {
      ...{ currentServiceObjectiveName: sql.size, requestedServiceObjectiveName: sql.size },
      ...(sql.pool && { elasticPoolId: sql.pool }),
    },
  })
}

const location = '/v1/projects/p/locations/europe-west1'

function gkePool(
  { method, path, body }: EmulatedRequest,
  { containers: { gkePool: pool } }: CloudsState,
): EmulatedResponse | undefined {
  if (path === `${location}/operations/operation-1`) {
    pool.isBusy = false
    return ok({ status: 'DONE' })
  }
  if (/^\/compute\/v1\/projects\/p\/zones\/europe-west1-[bc]\/instanceGroupManagers\/gke-spare$/.test(path))
    return ok({ targetSize: pool.nodesOfZone })
  if (!path.startsWith(`${location}/clusters/shop/nodePools/spare`)) return
  if (method === 'POST') {
    if (pool.isBusy) return { status: 400, body: { error: { message: 'The cluster has another operation' } } }
    pool.isBusy = true
    const input = JSON.parse(body)
    if (path.endsWith(':setSize')) pool.nodesOfZone = input.nodeCount
    if (path.endsWith(':setAutoscaling')) pool.autoscaling = input.autoscaling
    return ok({ name: 'operation-1', status: 'RUNNING' })
  }
  const instanceGroupUrls = ['b', 'c'].map(
    (suffix) =>
      `https://www.googleapis.com/compute/v1/projects/p/zones/europe-west1-${suffix}/instanceGroupManagers/gke-spare`,
  )
  return ok({ status: 'RUNNING', autoscaling: pool.autoscaling, instanceGroupUrls })
}

function workloads(
  { method, path, headers, body }: EmulatedRequest,
  { containers }: CloudsState,
): EmulatedResponse | undefined {
  if (path === '/apis/autoscaling/v2/namespaces/shop/horizontalpodautoscalers')
    return ok({ items: containers.autoscalers })
  const [, plural = ''] = /^\/apis\/apps\/v1\/namespaces\/shop\/(\w+)\/cart$/.exec(path) ?? []
  const workload = containers.workloads[plural]
  if (!workload) return
  if (method === 'PATCH') {
    if (headers['content-type'] !== 'application/strategic-merge-patch+json') return { status: 415, body: {} }
    for (const { name, resources } of JSON.parse(body).spec.template.spec.containers) {
      const container = workload.containers.find((entry) => entry.name === name)
      const merged: Record<string, string | null> = { ...container?.resources.requests, ...resources.requests }
      const requests = Object.fromEntries(Object.entries(merged).filter(([, amount]) => amount !== null))
      if (container) container.resources.requests = requests
    }
  }
  const updated = workload.isStuck ? 1 : 3
  const status =
    plural === 'daemonsets'
      ? { desiredNumberScheduled: 3, updatedNumberScheduled: updated, numberAvailable: updated }
      : { replicas: 3, updatedReplicas: updated, availableReplicas: updated }
  return ok({
    metadata: { generation: 2 },
    spec: { replicas: 3, ...workload.spec, template: { spec: { containers: workload.containers } } },
    status: { observedGeneration: 2, ...status },
  })
}
