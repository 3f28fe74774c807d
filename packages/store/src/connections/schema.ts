/** The tables of `database/baseline/connections.ts` as Kysely types. */
import type { ConnectionKind } from '@kept/domain/connection-kind.ts'
import type { ColumnType } from 'kysely'

export interface ConnectionsSchema {
  cloud_connection: {
    id: string
    organization_id: string
    kind: ConnectionKind
    name: string
    location: string
    credentials: string
    created_by: string
    created_at: ColumnType<Date, Date | string, Date | string>
  }
}
