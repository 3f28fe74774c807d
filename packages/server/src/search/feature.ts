/** Search over costs, resources, recommendations and people. */
import { defineFeature } from '../platform/feature.ts'
import { search } from './routes.ts'

export const searchFeature = defineFeature({ name: 'search', routes: { search } })
