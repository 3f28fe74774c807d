/** `kept warehouse move`: copies the warehouse to another server or cluster, such as one with more shards. */
import { badInput } from '@kept/domain/errors.ts'
import { formatCount, formatDuration } from '@kept/foundation/format/number.ts'
import { openLocation } from '@kept/store/backup/empty-databases.ts'
import { moveWarehouse } from '@kept/store/backup/move-warehouse.ts'
import { listProcesses } from '@kept/store/processes/server-processes.ts'
import { Command } from 'commander'
import { type Config, readConfig } from '../../platform/config.ts'
import { holdDataFolder } from '../../platform/data-folder.ts'
import { createLog, withoutPassword } from '../../platform/log.ts'
import { openState, type State } from '../../platform/state.ts'
import { warehouseAddressOf } from '../../platform/warehouse-address.ts'
import type { Terminal } from '../terminal.ts'

interface Options {
  to: string
  cluster?: string
  shardUrls?: string
  data?: string
  json?: boolean
}

export function warehouseCommand(terminal: Terminal): Command {
  const warehouse = new Command('warehouse').description('Move the warehouse to another ClickHouse')
  warehouse.addCommand(
    new Command('move')
      .description('Copy all rows to another ClickHouse server or cluster, and compare them')
      .requiredOption('-t, --to <url>', 'what CLICKHOUSE_URL will be: the new server and its database')
      .option('--cluster <name>', 'what CLICKHOUSE_CLUSTER will be, for a cluster')
      .option('--shard-urls <urls>', 'what CLICKHOUSE_SHARD_URLS will be, if the cluster needs it')
      .option('-d, --data <folder>', 'data folder (KEPT_DATA)')
      .option('--json', 'print JSON')
      .addHelpText('after', help)
      .action((options: Options) => move(terminal, options)),
  )
  return warehouse
}

async function move(terminal: Terminal, options: Options): Promise<void> {
  const env = { ...process.env, ...(options.data !== undefined && { KEPT_DATA: options.data }) }
  const config = readConfig(env)
  const target = targetOf(env, config, options)
  const folder = holdDataFolder(config.dataFolder, config.sharedFolder)
  try {
    const state = await openState(config, createLog('fatal'))
    try {
      await refuseRunning(state)
      await copy(terminal, state, target, options)
    } finally {
      await state.close()
    }
  } finally {
    folder.release()
  }
}

interface Target {
  url: string
  cluster: Config['clickhouseCluster']
}

/** The settings of the next start, read as that start will read them. */
function targetOf(env: NodeJS.ProcessEnv, config: Config, { to, cluster, shardUrls }: Options): Target {
  const { clickhouseUrl = '', clickhouseCluster } = readConfig({
    ...env,
    CLICKHOUSE_URL: to,
    CLICKHOUSE_CLUSTER: cluster,
    CLICKHOUSE_SHARD_URLS: shardUrls,
  })
  const [old, next] = [config.clickhouseUrl, clickhouseUrl].map((url) => url && warehouseAddressOf(url))
  if (old && next && old.address.url === next.address.url && old.name === next.name)
    throw badInput('The new warehouse is the old one. Name another server, or another database of it.')
  return { url: clickhouseUrl, cluster: clickhouseCluster }
}

/** The lock of the data folder shows the processes of this folder only. */
async function refuseRunning({ database }: State): Promise<void> {
  const [running] = await listProcesses(database)
  if (running) throw badInput(`Kept runs on ${running.host}. Stop all of its processes, and wait half a minute.`)
}

async function copy(terminal: Terminal, state: State, { url, cluster }: Target, { json }: Options): Promise<void> {
  const { address, name } = warehouseAddressOf(url)
  const to = await openLocation({ address, name, ...(cluster && { cluster }) })
  const started = performance.now()
  try {
    const moved = await moveWarehouse(state.warehouse, to, {
      onPart(done, all) {
        if (terminal.live) terminal.err(`\r\u001b[K${done} of ${all} parts`)
      },
    })
    if (terminal.live) terminal.err('\r\u001b[K')
    const seconds = (performance.now() - started) / 1000
    if (json) return terminal.out(`${JSON.stringify({ ...moved, shards: to.shards.length, seconds }, null, 2)}\n`)
    const settings = `CLICKHOUSE_URL=${withoutPassword(url)}${cluster ? ` CLICKHOUSE_CLUSTER=${cluster.name}` : ''}`
    terminal.out(
      `${terminal.style('good', 'ok')}  ${formatCount(moved.rows)} rows of ${moved.tables} tables are the same in both. Moved in ${formatDuration(seconds)}.\nStart Kept with ${settings}. The old warehouse was not changed.\n`,
    )
  } finally {
    await to.close()
  }
}

const help = `
Kept must be stopped. The old warehouse is only read; remove it when the new one has been in use for a while. A move
that is interrupted goes on where it was. The settings of the old warehouse are the present ones.

Examples:
  kept warehouse move --to http://kept:...@clickhouse-1:8123/kept
  kept warehouse move --to http://kept:...@clickhouse-1:8123/kept_3 --cluster three_shards
Guide: docs/guides/install.md`
