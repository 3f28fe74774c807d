import { defineIdleRule } from './reading/define-idle-rule.ts'
import { isAppPlan } from './reading/kinds.ts'

/** App plans whose apps have no requests. */
export const idleAppPlan = defineIdleRule({
  id: 'idle-app-plan',
  title: 'Idle App Service plan',
  description:
    'An App Service plan bills for its instances, used or not. This one is idle around the clock. Its apps fit into another plan.',
  noun: { singular: 'app plan', plural: 'app plans' },
  providers: ['azure'],
  types: ['App Service plan'],
  matches: isAppPlan,
  quiet: [
    {
      metric: 'cpu_utilization',
      statistic: 'p99',
      value: 5,
      label: 'CPU, 99th percentile',
      source: 'Azure Advisor: idle when the 95th percentile of CPU is under 3%',
    },
    {
      metric: 'requests',
      statistic: 'avg',
      value: 0.01,
      label: 'Average requests',
      source: 'Kept: fewer than 1,000 a day are health checks',
      ifKnown: true,
    },
  ],
  days: { value: 14, source: 'Azure Advisor: 7 to 90 days; 14 days cover each weekday twice' },
  confidence: 0.8,
  effort: 'medium',
  risk: 'medium',
  reversible: true,
  part: 'machine',
  steps: [
    'Move its apps to another plan in the same region: Change App Service plan, in each app’s settings.',
    'Delete the empty plan: az appservice plan delete --ids <id>.',
  ],
})
