/** Security incidents: how bad, what they are opened from, and the states one goes through. */
import { type ScanKind, scanKinds } from './security-scan.ts'

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

/** The result of a failing check that an incident is opened from. */
interface CheckSource {
  kind: ScanKind
  scan: string
  check: string
}

/** As the `source_id` of an incident: "cloud/0b8f.../volume-encrypted". */
export function writeCheckSource({ kind, scan, check }: CheckSource): string {
  return `${kind}/${scan}/${check}`
}

/** Undefined for what is no such ID. */
export function readCheckSource(sourceId: string): CheckSource | undefined {
  const [name, scan, check, ...rest] = sourceId.split('/')
  const kind = scanKinds.find((candidate) => candidate === name)
  return kind && scan && check && rest.length === 0 ? { kind, scan, check } : undefined
}
