/** Security incidents: how bad, and the states one goes through. */

/** SEV1 is the worst. */
export const incidentSeverities = ['SEV1', 'SEV2', 'SEV3', 'SEV4'] as const
export const incidentStatuses = ['open', 'investigating', 'mitigated', 'resolved', 'closed'] as const
export type IncidentStatus = (typeof incidentStatuses)[number]
export const incidentSources = ['manual', 'loop', 'anomaly', 'check', 'security_event'] as const
export const incidentEntryKinds = ['opened', 'status', 'changed', 'comment', 'attached'] as const

/** What can be attached to an incident. */
export const incidentReferenceKinds = ['audit_event', 'loop', 'anomaly', 'scan'] as const
export interface IncidentReference {
  kind: (typeof incidentReferenceKinds)[number]
  id: string
}

/** A mitigated or resolved incident can be investigated again; a closed one stays closed. */
export const incidentTransitions: Readonly<Record<IncidentStatus, readonly IncidentStatus[]>> = {
  open: ['investigating', 'mitigated', 'resolved'],
  investigating: ['mitigated', 'resolved'],
  mitigated: ['investigating', 'resolved'],
  resolved: ['investigating', 'closed'],
  closed: [],
}

/** Nothing is left to be done but to look back. */
export function isIncidentOver(status: IncidentStatus): boolean {
  return status === 'resolved' || status === 'closed'
}

/** "INC-0007". */
export function incidentName(number: number): string {
  return `INC-${String(number).padStart(4, '0')}`
}
