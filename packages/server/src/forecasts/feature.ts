/** Forecasts of costs and their backtests. */

import { costsFeature } from '../costs/feature.ts'
import { defineFeature } from '../platform/feature.ts'
import { forecasts } from './routes.ts'

export const forecastsFeature = defineFeature({
  name: 'forecasts',
  dependsOn: [costsFeature],
  routes: { forecasts },
})
