/** Container services: a list of clusters, then the services of each. */
import * as z from 'zod'
import { defineOperation, definePort } from '../define-port.ts'
import { attributes, awsItem, dateSchema } from './item.ts'

const text = z.string()

/** The cursor of a list within a list: one cluster, and the page of its services. */
const containerServices = defineOperation({
  action: 'ecs:ListClusters',
  reason: 'Lists container clusters.',
  also: [
    { action: 'ecs:ListServices', reason: 'Lists the services of each cluster.' },
    { action: 'ecs:DescribeServices', reason: 'Reads how many tasks each service runs.' },
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
      let page: string | undefined
      do {
        const listed = await session.call('ecs:ListServices', region, () =>
          client.send(new sdk.ListServicesCommand({ cluster, maxResults: 10, nextToken: page })),
        )
        if (listed.serviceArns?.length) {
          const described = await session.call('ecs:DescribeServices', region, () =>
            client.send(new sdk.DescribeServicesCommand({ cluster, services: listed.serviceArns })),
          )
          services.push(...(described.services ?? []))
        }
        page = listed.nextToken || undefined
      } while (page !== undefined)
    }
    return { services, nextToken }
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
          state: item.status ?? '',
          created_at: item.createdAt,
          attributes: attributes({
            launch_type: item.launchType,
            desired_count: item.desiredCount,
            running_count: item.runningCount,
          }),
          relations: item.clusterArn ? [{ kind: 'member_of', resource_id: item.clusterArn }] : [],
        }),
      ),
  nextToken: ({ nextToken }) => nextToken || undefined,
})

export const ecsPort = definePort({
  dataset: 'ecs',
  unlocks: 'Oversized container services',
  operations: [containerServices],
})
