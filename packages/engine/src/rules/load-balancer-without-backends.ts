import { defineOrphanRule } from './reading/define-orphan-rule.ts'
import { isLoadBalancer } from './reading/kinds.ts'

/** Load balancers with nothing behind them. */
export const loadBalancerWithoutBackends = defineOrphanRule({
  id: 'load-balancer-without-backends',
  title: 'Load balancer with nothing behind it',
  explains:
    'No machine, address or service is registered behind this balancer: whoever calls it gets an error. It is charged by the hour all the same.',
  noun: { one: 'load balancer', many: 'load balancers' },
  appliesTo: ['aws', 'azure', 'gcp'],
  matches: isLoadBalancer,
  judge(item) {
    const behind = item.related.filter(({ kind }) => kind === 'behind').length
    // An inventory that never lists what stands behind says nothing by its silence.
    if (behind > 0 || item.attributes.backends !== '0') return undefined
    return { because: 'has nothing behind it', days: 0, evidence: [{ label: 'Registered behind it', value: '0' }] }
  },
  thresholds: {
    backends: {
      words: 'Registered behind it',
      value: 0,
      unit: 'machines or services',
      source:
        'finops-toolkit: BackendlessLoadBalancers, BackendlessAppGateways; AWS Trusted Advisor: no healthy target',
    },
  },
  saving: { low: 1, mid: 1, high: 1 },
  confidence: 0.9,
  effort: 'low',
  risk: 'low',
  reversible: false,
  permissions: [
    'elasticloadbalancing:DescribeTargetHealth',
    'Microsoft.Network/loadBalancers/read',
    'compute.backendServices.list',
  ],
  steps: [
    'Look whether a scaling group of size zero is about to fill it.',
    'Remove its DNS names and delete it: aws elbv2 delete-load-balancer (az network lb delete).',
  ],
})
