/** The operator on the command line of this machine, and the upkeep of the installation. */
import { defineFeature } from '../platform/feature.ts'
import { work } from '../platform/jobs.ts'
import { pruneIdempotencyJob } from './prune-idempotency-job.ts'
import { identifyOperator, operatorRoutes } from './public/operator.ts'

export const operatorFeature = defineFeature({
  name: 'operator',
  start: ({ services, operatorToken }) => ({
    identify: (request) => identifyOperator(request, services, operatorToken),
    rawRoutes: [operatorRoutes(services, operatorToken)],
    jobs: [work(pruneIdempotencyJob, { database: services.state.database, now: services.now })],
  }),
})
