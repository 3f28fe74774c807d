import { defineIdleRule } from './reading/define-idle-rule.ts'
import { isCluster } from './reading/kinds.ts'

/** Kubernetes clusters on which nothing runs. */
export const idleCluster = defineIdleRule({
  id: 'idle-cluster',
  title: 'Idle Kubernetes cluster',
  description:
    'The control plane and the nodes bill by the hour. Only the cluster’s own services run here. Move what is still needed and delete the cluster.',
  noun: { singular: 'cluster', plural: 'clusters' },
  providers: ['aws', 'azure', 'gcp'],
  types: ['Kubernetes cluster'],
  matches: isCluster,
  quiet: [
    {
      metric: 'cpu_utilization',
      statistic: 'p99',
      value: 2,
      label: 'Node CPU, 99th percentile',
      source: 'Kept: the services of an empty cluster use 1% to 2% of two small nodes',
    },
  ],
  days: { value: 14, source: 'AWS Compute Optimizer: 14 days' },
  confidence: 0.75,
  effort: 'medium',
  risk: 'medium',
  reversible: false,
  steps: [
    'List the pods outside kube-system: kubectl get pods -A.',
    'Move what is still needed to a shared cluster, one namespace per application.',
    'Delete its node groups first, then the cluster.',
  ],
})
