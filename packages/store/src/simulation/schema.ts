/** The table of migration 0040 as a Kysely type. */
import type { RemediationKind } from '@kept/domain/remediation.ts'
import type { SimulatedState } from '@kept/domain/simulated-cloud.ts'
import type { ColumnType, Generated } from 'kysely'

export interface SimulationSchema {
  simulated_resource: {
    organization_id: string
    kind: RemediationKind
    address: string
    /** As on the bill. */
    resource_id: string
    state: ColumnType<SimulatedState, string, string>
    since: ColumnType<Date, Date, Date>
    demo_visit: Generated<string | null>
  }
}
