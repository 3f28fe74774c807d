/**
 * The tables of the migrations `0005-cloud-sync`, `0018-more-clouds`, `0027-scheduled-exports` and `0050-access-method`
 * as Kysely types.
 */
import type { AccessMethod } from '@kept/domain/access-method.ts'
import type { CheckedCapability } from '@kept/domain/sync/port.ts'
import type { SyncDataset, SyncState } from '@kept/domain/sync/unit.ts'
import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | string, Date | string>
type MaybeTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
/** The driver returns bigint as text. */
type Count = ColumnType<string, number | string | undefined, number | string>

export interface SyncSchema {
  sync_connection: {
    id: string
    organization_id: string
    account_id: Generated<string>
    role_arn: Generated<string>
    external_id: string
    regions: Generated<string[]>
    capabilities: ColumnType<CheckedCapability[], string | undefined, string>
    checked_at: MaybeTime
    error: Generated<string>
    paused_at: MaybeTime
    next_run_at: Time
    api_cost_limit: ColumnType<string, string | undefined, string>
    export_address: Generated<string>
    access_method: ColumnType<AccessMethod | null, AccessMethod | null | undefined, AccessMethod | null>
    access_changed_at: MaybeTime
  }
  sync_unit: {
    id: Generated<string>
    organization_id: string
    connection_id: string
    account_id: string
    account_name: Generated<string>
    region: string
    dataset: SyncDataset
    state: Generated<SyncState>
    reason: Generated<string>
    missing_action: Generated<string>
    cursor: ColumnType<string | null, string | null | undefined, string | null>
    pass: Count
    resources: Count
    throttled_until: MaybeTime
    completed_at: MaybeTime
    updated_at: Time
    execution: Generated<string>
    listing: Generated<string>
    import_id: string | null
  }
  sync_unit_resource: {
    organization_id: string
    unit_id: string
    provider: string
    resource_id: string
    type: string
    pass: Count
  }
  sync_run: {
    id: Generated<string>
    organization_id: string
    connection_id: string
    started_by: string
    started_at: Time
    finished_at: MaybeTime
    units: Count
    complete_units: Count
    resources: Count
    removed: Count
    points: Count
    requests: Count
    charged_nanos: Count
    error: Generated<string>
  }
}
