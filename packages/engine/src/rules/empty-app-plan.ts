import { defineOrphanRule } from './reading/define-orphan-rule.ts'
import { isAppPlan } from './reading/kinds.ts'

/** App plans without an app. */
export const emptyAppPlan = defineOrphanRule({
  id: 'empty-app-plan',
  title: 'App plan without an app',
  explains:
    'An App Service plan is charged for its machines, whether an app runs on them or not. No app belongs to this one.',
  noun: { one: 'app plan', many: 'app plans' },
  appliesTo: ['azure'],
  matches: isAppPlan,
  judge(item) {
    if (item.related.some(({ kind }) => kind === 'member_of') || item.attributes.apps !== '0') return undefined
    return { because: 'has no app', days: 0, evidence: [{ label: 'Apps', value: '0' }] }
  },
  thresholds: {
    apps: { words: 'Apps of the plan', value: 0, unit: 'apps', source: 'finops-toolkit: EmptyAppServicePlans' },
  },
  saving: { low: 1, mid: 1, high: 1 },
  confidence: 0.95,
  effort: 'low',
  risk: 'low',
  reversible: true,
  permissions: ['Microsoft.Web/serverfarms/read'],
  steps: ['Look whether a deployment fills it again tonight.', 'az appservice plan delete --ids <id>'],
})
