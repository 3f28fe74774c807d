/** Tickets: recommendations and anomalies as issues in the organization's own Jira or GitHub. */
import { alertsFeature } from '../alerts/feature.ts'
import { defineFeature } from '../platform/feature.ts'
import { tickets } from './routes.ts'

export const ticketsFeature = defineFeature({ name: 'tickets', dependsOn: [alertsFeature], routes: { tickets } })
