import type { IncidentWithTimeline } from '@kept/contract/routes/security-incidents.ts'
import { incidentTransitions } from '@kept/domain/security-incident-states.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { listIncidentActions } from '@kept/store/security/incident-actions.ts'
import { findIncident, listIncidentEntries } from '@kept/store/security/incidents.ts'
import { actionFieldLabels, incidentFieldLabels, versionOfFields } from './field-versions.ts'

/** An incident with its timeline and its actions. An action is overdue once its last day has passed in UTC. */
export async function readIncident(tx: ScopedTransaction, id: string, now: Date): Promise<IncidentWithTimeline> {
  const incident = await findIncident(tx, id)
  const actions = await listIncidentActions(tx, id)
  return {
    ...incident,
    next: [...incidentTransitions[incident.status]],
    version: versionOfFields(incidentFieldLabels, incident),
    timeline: await listIncidentEntries(tx, id),
    actions: actions.map((action) => ({
      ...action,
      is_overdue: action.done_at === null && action.due_on !== null && action.due_on < utcDay(now),
      version: versionOfFields(actionFieldLabels, action),
    })),
  }
}
