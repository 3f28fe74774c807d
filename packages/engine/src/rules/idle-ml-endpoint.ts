import { defineIdleRule } from './reading/define-idle-rule.ts'
import { isMlEndpoint } from './reading/kinds.ts'

/** Model endpoints that answer nobody. */
export const idleMlEndpoint = defineIdleRule({
  id: 'idle-ml-endpoint',
  title: 'Model endpoint without requests',
  explains:
    'An endpoint keeps its machines, often with accelerators, ready for every second of the month. This one was not asked once: the model can be deployed again in minutes when it is needed.',
  noun: { one: 'model endpoint', many: 'model endpoints' },
  appliesTo: ['aws', 'azure', 'gcp'],
  matches: isMlEndpoint,
  quiet: [
    {
      metric: 'requests',
      of: 'most',
      value: 0.0001,
      words: 'Highest rate of requests',
      source: 'AWS Compute Optimizer: SageMaker endpoints without invocation in 14 days',
    },
  ],
  days: { value: 14, source: 'AWS Compute Optimizer: 14 days' },
  confidence: 0.9,
  effort: 'low',
  risk: 'low',
  reversible: true,
  part: 'machine',
  steps: [
    'Keep the endpoint’s configuration and the model’s artefact.',
    'Delete the endpoint: aws sagemaker delete-endpoint --endpoint-name <name> (Vertex: undeploy the model).',
    'For rare questions use serverless inference or a batch job.',
  ],
})
