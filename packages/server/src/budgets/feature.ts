/** Budgets and the notifications when one is exceeded or forecast to be. */

import type { Scope } from '@kept/domain/scope.ts'
import { forecastsFeature } from '../forecasts/feature.ts'
import { organizationsFeature } from '../organizations/feature.ts'
import { defineFeature } from '../platform/feature.ts'
import { evaluateBudgets } from './evaluate-budgets.ts'
import { budgets } from './routes.ts'
import { seedDemoBudgets } from './seed-demo-budgets.ts'

export const budgetsFeature = defineFeature({
  name: 'budgets',
  dependsOn: [organizationsFeature, forecastsFeature],
  routes: { budgets },
  start: ({ services }) => ({
    api: {
      evaluate: async (scope: Scope) => void (await evaluateBudgets(services, scope)),
      seedDemo: (scope: Scope) => seedDemoBudgets(services, scope),
    },
  }),
})
