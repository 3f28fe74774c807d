/** The tables of `database/baseline/demo.ts` as Kysely types. */
import type { ColumnType, Generated } from 'kysely'

type Json<T> = ColumnType<T, string, string>
type Time = ColumnType<Date, Date | string, Date | string>

export interface DemoSchema {
  demo_visit: {
    organization_id: string
    id: string
    expires_at: Time
    changes: number
  }
  demo_change: {
    id: Generated<string>
    organization_id: string
    visit: string
    table_name: string
    row_id: string
    before: Json<Record<string, unknown>>
    after: Json<Record<string, unknown>>
  }
}
