/** Named reports over the cost data. */
import { defineFeature } from '../platform/feature.ts'
import { reports } from './routes.ts'
import { reportCsv } from './run-csv.ts'

export const reportsFeature = defineFeature({
  name: 'reports',
  routes: { reports },
  start: () => ({ rawRoutes: [reportCsv] }),
})
