import { defineOrphanRule } from './reading/define-orphan-rule.ts'
import { isAppPlan } from './reading/kinds.ts'

/** App plans without an app. */
export const emptyAppPlan = defineOrphanRule({
  id: 'empty-app-plan',
  title: 'Empty App Service plan',
  description: 'An App Service plan bills for its instances, with or without apps. This plan has no apps.',
  noun: { singular: 'app plan', plural: 'app plans' },
  providers: ['azure'],
  types: ['App Service plan'],
  attributes: ['apps'],
  matches: isAppPlan,
  evaluate(item) {
    if (item.related.some(({ kind }) => kind === 'member_of') || item.attributes.apps !== '0') return undefined
    return { condition: 'has no apps', days: 0, evidence: [{ label: 'Apps', value: '0' }] }
  },
  thresholds: {
    apps: { label: 'Apps in the plan', value: 0, unit: 'apps', source: 'finops-toolkit: EmptyAppServicePlans' },
  },
  saving: { low: 1, mid: 1, high: 1 },
  confidence: 0.95,
  effort: 'low',
  risk: 'low',
  reversible: true,
  permissions: ['Microsoft.Web/serverfarms/read'],
  steps: ['Check whether a scheduled deployment uses it.', 'az appservice plan delete --ids <id>'],
})
