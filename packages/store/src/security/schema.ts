/** The tables of security policies as Kysely types. */

import type { IncidentFields } from '@kept/domain/security-incident.ts'
import type {
  IncidentStatus,
  incidentEntryKinds,
  incidentSeverities,
  incidentSources,
} from '@kept/domain/security-incident-states.ts'
import type { PolicySettings } from '@kept/domain/security-policy.ts'
import type { PolicyKind } from '@kept/domain/security-policy-kinds.ts'
import type { ColumnType, Generated } from 'kysely'

type MaybeTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
type Time = ColumnType<Date, Date | string, Date | string>

export interface SecuritySchema {
  security_policy: {
    id: Generated<string>
    organization_id: string
    kind: PolicyKind
    settings: ColumnType<PolicySettings, string, string>
    enabled: boolean
    updated_by: string
    created_at: Time
    updated_at: Time
  }
  security_incident: {
    id: Generated<string>
    organization_id: string
    number: number
    title: string
    severity: (typeof incidentSeverities)[number]
    status: IncidentStatus
    description: string
    root_cause: string
    commander_id: string | null
    resources: ColumnType<string[], string, string>
    impact: ColumnType<IncidentFields['impact'], string | null, string | null>
    source: (typeof incidentSources)[number]
    source_id: string | null
    opened_by: string
    opened_at: Time
    mitigated_at: MaybeTime
    resolved_at: MaybeTime
    closed_at: MaybeTime
    updated_at: Time
  }
  security_incident_entry: {
    id: Generated<string>
    organization_id: string
    incident_id: string
    seq: Generated<string>
    kind: (typeof incidentEntryKinds)[number]
    text: string
    actor_name: string
    created_at: Time
  }
}
