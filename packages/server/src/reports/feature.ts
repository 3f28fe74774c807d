/** Named reports over the cost data. */
import { defineFeature } from '../platform/feature.ts'
import { reports } from './routes.ts'

export const reportsFeature = defineFeature({ name: 'reports', routes: { reports } })
