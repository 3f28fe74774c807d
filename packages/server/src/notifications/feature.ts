/** The list of notifications in the application. */
import { defineFeature } from '../platform/feature.ts'
import { notifications } from './routes.ts'

export const notificationsFeature = defineFeature({ name: 'notifications', routes: { notifications } })
