import { defineIdleRule } from './reading/define-idle-rule.ts'
import { isLoadBalancer } from './reading/kinds.ts'

/** Load balancers nobody calls. */
export const loadBalancerWithoutRequests = defineIdleRule({
  id: 'load-balancer-without-requests',
  title: 'Load balancer nobody calls',
  explains:
    'A load balancer is charged for every hour it exists. This one saw fewer requests than a robot that looks at every address of the internet makes.',
  noun: { one: 'load balancer', many: 'load balancers' },
  appliesTo: ['aws', 'azure', 'gcp'],
  matches: isLoadBalancer,
  quiet: [
    {
      metric: 'requests',
      of: 'avg',
      value: 0.00116,
      words: 'Mean rate of requests',
      source: 'AWS Trusted Advisor: fewer than 100 requests a day for 7 days',
    },
  ],
  days: { value: 7, source: 'AWS Trusted Advisor: 7 days' },
  confidence: 0.9,
  effort: 'low',
  risk: 'low',
  reversible: false,
  steps: [
    'Look which DNS names point to it.',
    'Remove the names, wait a week, delete the balancer and the addresses that came with it.',
  ],
})
