/**
 * For tests: a Kept in a process of its own on a world's database, as one of several behind one address.
 * `node another-kept.ts '{"folder":..., "database":{...}, "warehouse":{...}, "name":...}'` prints its address.
 */
import { connectDatabase } from '@kept/store/database/connect.ts'
import type { WarehouseAddress } from '@kept/store/warehouse/embedded.ts'
import { openDatabase } from '@kept/store/warehouse/open-embedded.ts'
import { readConfig } from '../../platform/config.ts'
import { holdDataFolder } from '../../platform/data-folder.ts'
import { createLog } from '../../platform/log.ts'
import { openDoor } from '../../serve.ts'

export interface AnotherKept {
  folder: string
  database: { host: string; user: string; password: string; database: string }
  warehouse: WarehouseAddress
  name: string
}

const { folder, database: at, warehouse: address, name } = JSON.parse(process.argv[2] ?? '') as AnotherKept
const log = createLog('error')
const held = holdDataFolder(folder)
const config = readConfig({
  KEPT_DATA: folder,
  KEPT_PORT: '0',
  KEPT_DEMO: 'off',
  KEPT_LOG_LEVEL: 'error',
  DATABASE_URL: 'postgres://shared',
})
const { url } = await openDoor({ config, log, folder: held, undo: [() => held.release()] }, async () => {
  const database = connectDatabase({ ...at, max: 4 })
  const warehouse = await openDatabase(address, name, { readsLocalFiles: true })
  return {
    database,
    warehouse,
    describe: () => ({ database: 'test', warehouse: 'test' }),
    pids: () => [],
    close: () => database.close(),
  }
})
process.stdout.write(`${url}\n`)
