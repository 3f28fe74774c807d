/** Standard reports over the cost data, saved reports with their schedules, and exports of lists. */
import { alertsFeature } from '../alerts/feature.ts'
import { budgetsFeature } from '../budgets/feature.ts'
import { defineFeature } from '../platform/feature.ts'
import { reportExports } from './export-routes.ts'
import { reports } from './routes.ts'
import { reportCsv } from './run-csv.ts'
import { startReports } from './run-due.ts'
import { savedReports } from './saved-report-routes.ts'

export const reportsFeature = defineFeature({
  name: 'reports',
  dependsOn: [budgetsFeature, alertsFeature],
  routes: { reports, savedReports },
  start({ services }, { alerts }) {
    const { tick, stop } = startReports({ ...services, sendToChannel: alerts.sendReport })
    return { api: { tick }, rawRoutes: [reportCsv, reportExports], stop }
  },
})
