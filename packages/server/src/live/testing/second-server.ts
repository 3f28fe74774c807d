/**
 * For tests: a second Kept process on a world's database, as behind a load balancer.
 * `node second-server.ts '{"folder":..., "shared":..., "database":{...}, "warehouse":{...}, "name":...}'` prints its address.
 */
import { connectDatabase } from '@kept/store/database/connect.ts'
import type { WarehouseAddress } from '@kept/store/warehouse/embedded.ts'
import { openDatabase } from '@kept/store/warehouse/open-embedded.ts'
import { readConfig } from '../../platform/config.ts'
import { holdDataFolder } from '../../platform/data-folder.ts'
import { createLog } from '../../platform/log.ts'
import { listenHttp } from '../../serve.ts'

interface SecondServer {
  folder: string
  /** The data folder of the first server. */
  shared: string
  database: { host: string; user: string; password: string; database: string }
  warehouse: WarehouseAddress
  name: string
}

const {
  folder,
  shared,
  database: databaseAccess,
  warehouse: address,
  name,
} = JSON.parse(process.argv[2] ?? '') as SecondServer
const log = createLog('error')
const dataFolder = holdDataFolder(folder, shared)
const config = readConfig({
  KEPT_DATA: folder,
  KEPT_PORT: '0',
  KEPT_DEMO: 'off',
  KEPT_LOG_LEVEL: 'error',
  KEPT_SHARED_FOLDER: shared,
  DATABASE_URL: 'postgres://shared',
  CLICKHOUSE_URL: 'http://shared',
})
const { url } = await listenHttp({ config, log, folder: dataFolder, undo: [() => dataFolder.release()] }, async () => {
  const database = connectDatabase({ ...databaseAccess, max: 4 })
  const warehouse = await openDatabase(address, name, { readsLocalFiles: true })
  return {
    database,
    warehouse,
    describe: () => ({ database: 'test', warehouse: 'test' }),
    openOwner: () => Promise.reject(new Error('a second server makes no backups')),
    pids: () => [],
    close: () => database.close(),
  }
})
process.stdout.write(`${url}\n`)
