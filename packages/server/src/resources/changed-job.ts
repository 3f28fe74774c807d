import { defineChangedJob } from '../platform/changed-job.ts'

/** After an inventory was imported. */
export const factsChangedJob = defineChangedJob('inventory-changed', 'inventory')
