/**
 * Run as a separate process by tests: one import that is killed with SIGKILL at a named moment. Its only argument is a
 * JSON object.
 */
import type { Credentials } from '@kept/store/database/access.ts'
import { connectDatabase } from '@kept/store/database/connect.ts'
import { openWarehouse } from '@kept/store/warehouse/client.ts'
import type { WarehouseAddress } from '@kept/store/warehouse/embedded.ts'
import type { ImportMoment } from '../deps.ts'
import { runImport } from '../run-import.ts'
import { worldDeps } from './world-deps.ts'

export interface KilledImport {
  database: Credentials
  name: string
  warehouse: WarehouseAddress
  organizationId: string
  importId: string
  moment: ImportMoment
}

const killedImport = JSON.parse(process.argv[2] ?? '{}') as KilledImport
const database = connectDatabase({ ...killedImport.database, database: killedImport.name, max: 4 })
const warehouse = openWarehouse({ ...killedImport.warehouse, database: killedImport.name }, { readsLocalFiles: true })
const deps = worldDeps(
  { database, warehouse },
  {
    onMoment: (moment) => {
      if (moment === killedImport.moment) process.kill(process.pid, 'SIGKILL')
    },
  },
)
const never = new AbortController()
await runImport(deps, { organizationId: killedImport.organizationId }, killedImport.importId, {
  signal: never.signal,
  last: true,
})
