/** Background jobs as the operator sees them: what failed, and retrying it. */
import { defineFeature } from '../platform/feature.ts'
import { jobs } from './routes.ts'

export const jobsFeature = defineFeature({ name: 'jobs', routes: { jobs }, start: () => ({}) })
