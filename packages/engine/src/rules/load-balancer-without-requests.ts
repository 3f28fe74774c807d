import { defineIdleRule } from './reading/define-idle-rule.ts'
import { isLoadBalancer } from './reading/kinds.ts'

/** Load balancers without requests. */
export const loadBalancerWithoutRequests = defineIdleRule({
  id: 'load-balancer-without-requests',
  title: 'Load balancer without requests',
  description: 'A load balancer bills by the hour, with or without requests. This one receives almost none.',
  noun: { singular: 'load balancer', plural: 'load balancers' },
  providers: ['aws', 'azure', 'gcp'],
  types: ['Load balancer'],
  matches: isLoadBalancer,
  quiet: [
    {
      metric: 'requests',
      statistic: 'avg',
      value: 0.00116,
      label: 'Average requests',
      source: 'AWS Trusted Advisor: fewer than 100 requests a day for 7 days',
    },
  ],
  days: { value: 7, source: 'AWS Trusted Advisor: 7 days' },
  confidence: 0.9,
  effort: 'low',
  risk: 'low',
  reversible: false,
  permissions: [
    'elasticloadbalancing:DescribeLoadBalancers',
    'Microsoft.Network/loadBalancers/read',
    'Microsoft.Network/applicationGateways/read',
    'cloudasset.assets.listResource',
  ],
  steps: [
    'Check which DNS records point to it.',
    'Remove the records, wait a week, then delete the load balancer and its addresses.',
  ],
})
