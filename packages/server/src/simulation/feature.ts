/** The clouds that Kept simulates for its demo: read by its live connections, and changed by its remedies. */
import { defineFeature } from '../platform/feature.ts'

export const simulationFeature = defineFeature({
  name: 'simulation',
  dependsOn: [],
  start: () => ({}),
})
