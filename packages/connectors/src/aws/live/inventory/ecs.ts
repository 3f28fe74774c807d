/** Container services, with the size of their tasks. */
import { formatTaskSize } from '@kept/domain/fargate-size.ts'
import * as z from 'zod'
import { attributes } from '../../../live-item.ts'
import { defineOperation, definePort } from '../define-port.ts'
import { everyPage } from '../every-page.ts'
import { awsItem, dateSchema } from './item.ts'

const text = z.string()
const amount = z.number().nullish()

const definitionSchema = z.object({
  cpu: text.nullish(),
  memory: text.nullish(),
  runtimePlatform: z.object({ cpuArchitecture: text.nullish(), operatingSystemFamily: text.nullish() }).nullish(),
  containerDefinitions: z.array(z.object({ cpu: amount, memory: amount, memoryReservation: amount })).nullish(),
})
type Definition = z.output<typeof definitionSchema>

const containerServices = defineOperation({
  action: 'ecs:ListClusters',
  reason: 'Lists container clusters.',
  also: [
    { action: 'ecs:ListServices', reason: 'Lists the services of each cluster.' },
    { action: 'ecs:DescribeServices', reason: 'Reads how many tasks each service runs.' },
    { action: 'ecs:DescribeTaskDefinition', reason: 'Reads the size of the tasks of each service.' },
  ],
  schema: z.object({
    services: z.array(
      z.object({
        serviceArn: text,
        serviceName: text.nullish(),
        clusterArn: text.nullish(),
        status: text.nullish(),
        launchType: text.nullish(),
        desiredCount: z.number().nullish(),
        runningCount: z.number().nullish(),
        createdAt: dateSchema,
        capacityProviderStrategy: z.array(z.object({ capacityProvider: text.nullish() })).nullish(),
        /** Added by `send`. */
        definition: definitionSchema.optional(),
      }),
    ),
    nextToken: z.string().nullish(),
  }),
  async send(session, { region }, token) {
    const sdk = await session.load(() => import('@aws-sdk/client-ecs'))
    const client = session.client('ecs', region, (config) => new sdk.ECSClient(config))
    const { clusterArns, nextToken } = await session.call('ecs:ListClusters', region, () =>
      client.send(new sdk.ListClustersCommand({ maxResults: 10, nextToken: token })),
    )
    const services = []
    for (const cluster of clusterArns ?? []) {
      const action = 'ecs:ListServices'
      const pages = everyPage({ action, subject: cluster }, (nextToken) =>
        session.call(action, region, () =>
          client.send(new sdk.ListServicesCommand({ cluster, maxResults: 10, nextToken })),
        ),
      )
      for await (const { serviceArns } of pages) {
        if (!serviceArns?.length) continue
        const described = await session.call('ecs:DescribeServices', region, () =>
          client.send(new sdk.DescribeServicesCommand({ cluster, services: serviceArns })),
        )
        services.push(...(described.services ?? []))
      }
    }
    const definitions = new Map<string, unknown>()
    for (const { taskDefinition = '' } of services) {
      if (taskDefinition === '' || definitions.has(taskDefinition)) continue
      const described = await session.call('ecs:DescribeTaskDefinition', region, () =>
        client.send(new sdk.DescribeTaskDefinitionCommand({ taskDefinition })),
      )
      definitions.set(taskDefinition, described.taskDefinition)
    }
    return {
      services: services.map((service) => ({ ...service, definition: definitions.get(service.taskDefinition ?? '') })),
      nextToken,
    }
  },
  toItems: ({ services }, location) =>
    services
      .filter(({ status }) => status !== 'INACTIVE')
      .map((item) =>
        awsItem(location, {
          resource_id: item.serviceArn,
          type: 'Container service',
          service: 'Amazon Elastic Container Service',
          name: item.serviceName ?? '',
          size: sizeOf(item.definition),
          state: item.status ?? '',
          created_at: item.createdAt,
          attributes: attributes({
            launch_type: item.launchType,
            desired_count: item.desiredCount,
            running_count: item.runningCount,
            capacity_providers: providersOf(item.capacityProviderStrategy),
            architecture: item.definition?.runtimePlatform?.cpuArchitecture,
            operating_system: item.definition?.runtimePlatform?.operatingSystemFamily,
            reserved_cpu: reservedCpu(item.definition),
            reserved_memory: reservedMemory(item.definition),
          }),
          relations: item.clusterArn ? [{ kind: 'member_of', resource_id: item.clusterArn }] : [],
        }),
      ),
  nextToken: ({ nextToken }) => nextToken || undefined,
})

export const ecsPort = definePort({
  dataset: 'ecs',
  unlocks: 'Idle and oversized container services',
  operations: [containerServices],
})

/** As the remedy writes it; '' where the tasks have no size of their own. */
function sizeOf(definition: Definition | undefined): string {
  const { cpu, memory } = definition ?? {}
  return cpu && memory ? formatTaskSize({ cpu: Number(cpu), memory: Number(memory) }) : ''
}

function providersOf(strategy: readonly { capacityProvider?: string | null | undefined }[] | null | undefined): string {
  return (strategy ?? []).flatMap(({ capacityProvider }) => capacityProvider ?? []).join(' ')
}

/** What the containers of a task reserve together: a smaller task would not start. */
function reservedCpu(definition: Definition | undefined): number {
  return total((definition?.containerDefinitions ?? []).map(({ cpu }) => cpu ?? 0))
}

function reservedMemory(definition: Definition | undefined): number {
  const containers = definition?.containerDefinitions ?? []
  const limits = containers.map(({ memory }) => memory ?? 0)
  const reserved = containers.map(({ memoryReservation, memory }) => memoryReservation ?? memory ?? 0)
  return Math.max(total(reserved), ...limits)
}

function total(amounts: readonly number[]): number {
  return amounts.reduce((sum, part) => sum + part, 0)
}
