import { defineIdleRule } from './reading/define-idle-rule.ts'
import { isMlEndpoint } from './reading/kinds.ts'

/** Model endpoints without requests. */
export const idleMlEndpoint = defineIdleRule({
  id: 'idle-ml-endpoint',
  title: 'Idle model endpoint',
  description:
    'A model endpoint bills for its instances around the clock. This one received no requests. You can deploy the model again in minutes.',
  noun: { singular: 'model endpoint', plural: 'model endpoints' },
  providers: ['aws', 'azure', 'gcp'],
  types: ['Model endpoint'],
  matches: isMlEndpoint,
  quiet: [
    {
      metric: 'requests',
      statistic: 'max',
      value: 0.0001,
      label: 'Peak requests',
      source: 'AWS Compute Optimizer: SageMaker endpoints without invocations for 14 days',
    },
  ],
  days: { value: 14, source: 'AWS Compute Optimizer: 14 days' },
  confidence: 0.9,
  effort: 'low',
  risk: 'low',
  reversible: true,
  part: 'machine',
  permissions: ['sagemaker:ListEndpoints', 'sagemaker:DescribeEndpoint', 'cloudasset.assets.listResource'],
  steps: [
    'Keep the endpoint configuration and the model artifact.',
    'Delete the endpoint: aws sagemaker delete-endpoint --endpoint-name <name> (Vertex: undeploy the model).',
    'For occasional requests, use serverless inference or a batch job.',
  ],
})
