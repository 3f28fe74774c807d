/** Stored access to customers' storage. */
import { defineFeature } from '../platform/feature.ts'
import { connections } from './routes.ts'

export const connectionsFeature = defineFeature({ name: 'connections', routes: { connections } })
