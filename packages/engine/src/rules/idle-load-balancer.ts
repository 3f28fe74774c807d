import { type Candidate, defineRule } from './define-rule.ts'
import { wholeCost } from './reading/calculation.ts'
import { pairedUsage } from './reading/companion-meters.ts'
import { stillThere } from './reading/still-there.ts'
import { nameOf } from './reading/words.ts'

const pairs = [
  // AWS counts hours, and LCUs (application, network, gateway) or bytes (classic).
  {
    being: /LoadBalancerUsage|LoadBalancer-hour|load ?balancer-hour/i,
    working: /LCUUsage|capacity unit-hour|DataProcessing-Bytes.*LoadBalanc|data processed by the LoadBalancer/i,
  },
  {
    being: /Application Gateway.*(?:Fixed Cost|Gateway Hour)|Standard(?: v2)? Fixed Cost/i,
    working: /Standard(?: v2)? Capacity Units|Application Gateway.*(?:Capacity Units|Data Processed)/i,
  },
  {
    being: /Standard Included LB Rules and Outbound Rules/i,
    working: /Standard (?:LB )?Data Processed/i,
  },
]

const thresholds = {
  work: {
    words: 'Work it did in a month: capacity units or gigabytes',
    value: 1,
    unit: 'a month',
    source:
      'AWS Trusted Advisor calls fewer than 100 requests a day for 7 days idle; one capacity unit-hour serves far more than that',
  },
  days: { words: 'Days it was charged', value: 7, unit: 'days', source: 'AWS Trusted Advisor: 7 days' },
} as const

/** Load balancers that are charged for existing and do nothing. */
export const idleLoadBalancer = defineRule({
  id: 'idle-load-balancer',
  title: 'Load balancer without traffic',
  explains:
    'A load balancer is charged by the hour whether or not it balances anything. Its second meter, for the work it does, shows that nothing passes through.',
  noun: { one: 'load balancer', many: 'load balancers' },
  appliesTo: ['aws', 'azure'],
  needs: ['resource_use'],
  thresholds,
  effort: 'low',
  risk: 'low',
  reversible: false,
  permissions: [],
  judge({ resource_use }, { window, monthly }) {
    const balancers = pairedUsage(resource_use, pairs, window)
    const nameless = balancers.filter(({ usage }) => usage.place.resource_id === '').length
    const candidates = balancers.flatMap(({ usage, being, working, workPerMonth }): Candidate[] => {
      const { place, effective } = usage
      // Without a resource id several balancers share the lines: a busy one would hide an idle one, and the reverse.
      if (place.resource_id === '' || workPerMonth >= thresholds.work.value) return []
      if (usage.days < thresholds.days.value || !stillThere(usage.lastDay, window)) return []
      return [
        {
          place,
          summary: `${nameOf(place)} was charged for existing and balanced nothing worth a capacity unit: ${monthly(effective, place.currency)}.`,
          cost: effective,
          saving: wholeCost('Cost in the window', effective, place.currency),
          confidence: working.length > 0 ? 0.8 : 0.85,
          evidence: [
            { label: 'Charged for existing', value: being[0]?.meter || being[0]?.description || '' },
            {
              label: 'Work in a month',
              value: workPerMonth.toFixed(2),
              unit: working[0]?.pricing_unit || 'no line at all',
            },
            { label: 'Days charged', value: String(usage.days) },
          ],
          steps: [
            'Check that no DNS record names it and no failover waits for it.',
            'Delete it with its target groups and its security group.',
          ],
        },
      ]
    })
    const whyNot =
      nameless > 0 ? [`The lines of ${nameless} places name no load balancer: idle ones cannot be told apart.`] : []
    return { candidates, lookedAt: balancers.length, whyNot }
  },
})
