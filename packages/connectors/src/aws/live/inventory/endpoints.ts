/** Model endpoints of SageMaker: a list, then one request for each. */
import * as z from 'zod'
import { attributes } from '../../../live-item.ts'
import { defineOperation, definePort } from '../define-port.ts'
import { awsItem, dateSchema } from './item.ts'
import { detailed } from './optional-read.ts'

const text = z.string()

const endpoints = defineOperation({
  action: 'sagemaker:ListEndpoints',
  reason: 'Lists model endpoints, to find those without requests.',
  also: [
    { action: 'sagemaker:DescribeEndpoint', reason: 'Reads the variants of an endpoint, which metrics are named by.' },
  ],
  schema: z.object({
    Endpoints: z.array(
      z.object({
        EndpointName: text,
        EndpointArn: text,
        EndpointStatus: text.nullish(),
        CreationTime: dateSchema,
        LastModifiedTime: dateSchema,
        ProductionVariants: z
          .array(z.object({ VariantName: text, CurrentInstanceCount: z.number().nullish() }))
          .nullish(),
      }),
    ),
    NextToken: text.nullish(),
  }),
  async send(session, { region }, token) {
    const sdk = await session.load(() => import('@aws-sdk/client-sagemaker'))
    const client = session.client('sagemaker', region, (config) => new sdk.SageMakerClient(config))
    const listed = await session.call('sagemaker:ListEndpoints', region, () =>
      client.send(new sdk.ListEndpointsCommand({ MaxResults: 100, NextToken: token })),
    )
    const Endpoints = []
    for (const { EndpointName } of detailed(session, listed.Endpoints))
      Endpoints.push(
        await session.call('sagemaker:DescribeEndpoint', region, () =>
          client.send(new sdk.DescribeEndpointCommand({ EndpointName })),
        ),
      )
    return { Endpoints, NextToken: listed.NextToken }
  },
  toItems: ({ Endpoints }, location) =>
    Endpoints.map(({ ProductionVariants: variants, ...endpoint }) =>
      awsItem(location, {
        resource_id: endpoint.EndpointArn,
        type: 'Model endpoint',
        service: 'Amazon SageMaker',
        name: endpoint.EndpointName,
        state: endpoint.EndpointStatus ?? '',
        created_at: endpoint.CreationTime,
        attributes: attributes({
          modified_at: endpoint.LastModifiedTime,
          variants: variants?.map(({ VariantName }) => VariantName).join(', '),
          instances: variants?.reduce((total, { CurrentInstanceCount }) => total + (CurrentInstanceCount ?? 0), 0),
        }),
      }),
    ),
  nextToken: ({ NextToken }) => NextToken || undefined,
})

export const endpointsPort = definePort({
  dataset: 'endpoints',
  unlocks: 'Model endpoints without requests',
  operations: [endpoints],
})
