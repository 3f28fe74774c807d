import { defineIdleRule } from './reading/define-idle-rule.ts'
import { isCluster } from './reading/kinds.ts'

/** Kubernetes clusters on which nothing runs. */
export const idleCluster = defineIdleRule({
  id: 'idle-cluster',
  title: 'Kubernetes cluster nothing runs on',
  explains:
    'The control plane is charged by the hour, and nodes beside it. Its nodes rest: what is left are the cluster’s own services. Move what little there is and remove it.',
  noun: { one: 'cluster', many: 'clusters' },
  appliesTo: ['aws', 'azure', 'gcp'],
  matches: isCluster,
  quiet: [
    {
      metric: 'cpu_utilization',
      of: 'p99',
      value: 2,
      words: 'CPU of its nodes, 99th percentile',
      source: 'Kept: the services of an empty cluster use one to two percent of two small nodes',
    },
  ],
  days: { value: 14, source: 'AWS Compute Optimizer: 14 days' },
  confidence: 0.75,
  effort: 'medium',
  risk: 'medium',
  reversible: false,
  steps: [
    'List what runs outside kube-system: kubectl get pods -A.',
    'Move what is still needed to a shared cluster, one namespace each.',
    'Delete its node groups first, then the cluster.',
  ],
})
