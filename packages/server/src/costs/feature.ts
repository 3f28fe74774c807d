/** Cost queries, their CSV export and the overview. */

import { commissionFeature } from '../commission/feature.ts'
import { defineFeature } from '../platform/feature.ts'
import { overview } from './overview.ts'
import { costsCsv } from './query-csv.ts'
import { costs } from './routes.ts'

export const costsFeature = defineFeature({
  name: 'costs',
  dependsOn: [commissionFeature],
  routes: { costs, costOptimization: { overview } },
  start: () => ({ rawRoutes: [costsCsv] }),
})
