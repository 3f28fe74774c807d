/** The table of `database/migrations/0022-server-processes.ts` as a Kysely type. */
import type { ColumnType, Generated } from 'kysely'

export interface ProcessesSchema {
  server_process: {
    id: string
    host: string
    version: string
    key_id: string
    folder_id: string
    started_at: Generated<Date>
    seen_at: ColumnType<Date, Date | undefined, Date>
  }
}
