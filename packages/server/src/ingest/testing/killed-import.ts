/**
 * Run as a process of its own by tests: one import that is killed, really, at a named moment.
 * Its only argument says everything as JSON.
 */
import type { Credentials } from '@kept/store/database/access.ts'
import { connectDatabase } from '@kept/store/database/connect.ts'
import { openWarehouse } from '@kept/store/warehouse/client.ts'
import type { WarehouseAddress } from '@kept/store/warehouse/embedded.ts'
import type { ImportMoment } from '../doors.ts'
import { runImport } from '../run-import.ts'
import { worldDoors } from './world-doors.ts'

export interface KilledImport {
  database: Credentials
  name: string
  warehouse: WarehouseAddress
  organizationId: string
  importId: string
  moment: ImportMoment
}

const wanted = JSON.parse(process.argv[2] ?? '{}') as KilledImport
const database = connectDatabase({ ...wanted.database, database: wanted.name, max: 4 })
const warehouse = openWarehouse({ ...wanted.warehouse, database: wanted.name }, { readsLocalFiles: true })
const doors = worldDoors(
  { database, warehouse },
  {
    at: (moment) => {
      if (moment === wanted.moment) process.kill(process.pid, 'SIGKILL')
    },
  },
)
const never = new AbortController()
await runImport(doors, { organizationId: wanted.organizationId }, wanted.importId, { signal: never.signal, last: true })
