import { defineIdleRule } from './reading/define-idle-rule.ts'
import { isAppPlan } from './reading/kinds.ts'

/** App plans whose apps nobody visits. */
export const idleAppPlan = defineIdleRule({
  id: 'idle-app-plan',
  title: 'App plan that rests',
  explains:
    'An App Service plan is a set of machines that are paid whether its apps are visited or not. This one rests around the clock: its apps fit into another plan.',
  noun: { one: 'app plan', many: 'app plans' },
  appliesTo: ['azure'],
  matches: isAppPlan,
  quiet: [
    {
      metric: 'cpu_utilization',
      of: 'p99',
      value: 5,
      words: 'CPU, 99th percentile',
      source: 'Azure Advisor: 95th percentile of CPU below 3 % counts as idle',
    },
    {
      metric: 'requests',
      of: 'avg',
      value: 0.01,
      words: 'Mean rate of requests',
      source: 'Kept: less than a thousand a day are health checks',
      ifKnown: true,
    },
  ],
  days: { value: 14, source: 'Azure Advisor: 7 to 90 days; two weeks see each weekday twice' },
  confidence: 0.8,
  effort: 'medium',
  risk: 'medium',
  reversible: true,
  part: 'machine',
  steps: [
    'Move its apps to another plan of the same region: Change App Service plan in each app’s settings.',
    'Delete the empty plan; it costs as long as it exists: az appservice plan delete.',
  ],
})
