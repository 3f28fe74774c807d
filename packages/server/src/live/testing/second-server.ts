/**
 * For tests: a second Kept process on a world's database, as behind a load balancer.
 * `node second-server.ts '{"folder":..., "database":{...}, "warehouse":{...}, "name":...}'` prints its address.
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
  database: { host: string; user: string; password: string; database: string }
  warehouse: WarehouseAddress
  name: string
}

const { folder, database: databaseAccess, warehouse: address, name } = JSON.parse(process.argv[2] ?? '') as SecondServer
const log = createLog('error')
const dataFolder = holdDataFolder(folder)
const config = readConfig({
  KEPT_DATA: folder,
  KEPT_PORT: '0',
  KEPT_DEMO: 'off',
  KEPT_LOG_LEVEL: 'error',
  DATABASE_URL: 'postgres://shared',
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
