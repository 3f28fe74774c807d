/** Forecasts of costs and their backtests. */
import { defineFeature } from '../platform/feature.ts'
import { forecasts } from './routes.ts'

export const forecastsFeature = defineFeature({ name: 'forecasts', routes: { forecasts } })
