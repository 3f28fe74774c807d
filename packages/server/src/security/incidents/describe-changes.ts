import type { StoredIncident } from '@kept/store/security/incidents.ts'

/** One sentence for each changed field of an incident, for its timeline. */
export function describeChanges(before: StoredIncident, after: StoredIncident): string[] {
  const changes: string[] = []
  if (before.title !== after.title) changes.push(`Title: ${after.title}`)
  if (before.severity !== after.severity) changes.push(`Severity: ${before.severity} to ${after.severity}`)
  if (before.commander_id !== after.commander_id)
    changes.push(after.commander_name === '' ? 'No commander' : `Commander: ${after.commander_name}`)
  if (before.description !== after.description) changes.push('Description changed')
  if (before.root_cause !== after.root_cause) changes.push(`Root cause: ${after.root_cause}`)
  if (JSON.stringify(before.impact) !== JSON.stringify(after.impact))
    changes.push(after.impact ? `Impact: ${after.impact.amount} ${after.impact.currency}` : 'Impact not known')
  if (JSON.stringify(before.resources) !== JSON.stringify(after.resources))
    changes.push(`Affected resources: ${after.resources.join(', ') || 'none'}`)
  return changes
}
