import { defineOrphanRule } from './reading/define-orphan-rule.ts'
import { isLoadBalancer } from './reading/kinds.ts'

/** Load balancers with nothing behind them. */
export const loadBalancerWithoutBackends = defineOrphanRule({
  id: 'load-balancer-without-backends',
  title: 'Load balancer without targets',
  description:
    'This load balancer has no registered targets and redirects nothing, so every request fails. It still bills by the hour.',
  noun: { singular: 'load balancer', plural: 'load balancers' },
  providers: ['aws', 'azure', 'gcp', 'oci'],
  types: ['Load balancer'],
  attributes: ['backends', 'answers_itself'],
  matches: isLoadBalancer,
  evaluate(item) {
    const behind = item.related.filter(({ kind }) => kind === 'behind').length
    // An inventory that never lists backends is no evidence that there are none.
    if (behind > 0 || item.attributes.backends !== '0') return undefined
    const evidence = [{ label: 'Registered targets', value: '0' }]
    const answers = item.attributes.answers_itself
    if (answers === undefined) return { condition: 'has no targets', days: 0, evidence }
    // It serves without targets where it redirects. Where its rules may not be read ("unknown"), nothing says that it does not.
    if (answers !== 'false') return undefined
    return {
      condition: 'has no targets, and no listener redirects',
      days: 0,
      evidence: [...evidence, { label: 'Listeners that redirect or answer', value: '0' }],
    }
  },
  thresholds: {
    backends: {
      label: 'Registered targets',
      value: 0,
      unit: 'targets',
      source:
        'finops-toolkit: BackendlessLoadBalancers, BackendlessAppGateways; AWS Trusted Advisor: no healthy targets',
    },
  },
  saving: { low: 1, mid: 1, high: 1 },
  confidence: 0.9,
  effort: 'low',
  risk: 'low',
  reversible: false,
  permissions: [
    'elasticloadbalancing:DescribeTargetHealth',
    'elasticloadbalancing:DescribeListeners',
    'elasticloadbalancing:DescribeRules',
    'Microsoft.Network/loadBalancers/read',
    'compute.backendServices.list',
    'inspect load-balancers',
  ],
  steps: [
    'Check whether a scaled-to-zero group registers its targets here.',
    'Remove its DNS records and delete it: aws elbv2 delete-load-balancer (az network lb delete, oci lb load-balancer delete).',
  ],
})
