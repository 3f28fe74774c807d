/** `kept restore`: makes a data folder from a backup. */
import { resolve } from 'node:path'
import { badInput } from '@kept/domain/errors.ts'
import { formatDuration } from '@kept/foundation/format/number.ts'
import { Command } from 'commander'
import { readManifest } from '../../backups/manifests.ts'
import { restoreBackup } from '../../backups/restore-backup.ts'
import { embeddedTarget, externalTarget } from '../../backups/restore-targets.ts'
import { backupFolderOf } from '../../backups/runner.ts'
import { readConfig } from '../../platform/config.ts'
import type { Terminal } from '../terminal.ts'

interface Options {
  into: string
  folder?: string
  data?: string
  external?: boolean
  json?: boolean
}

export function restoreCommand(terminal: Terminal): Command {
  return new Command('restore')
    .description('Restore a backup into a new data folder')
    .argument('<backup>', 'name of a backup, from "kept backup list"')
    .requiredOption('-i, --into <folder>', 'data folder to make; it must be empty or absent')
    .option('-f, --folder <folder>', 'backup folder (KEPT_BACKUP_FOLDER)')
    .option('-d, --data <folder>', 'data folder whose backups are meant, without a backup folder (KEPT_DATA)')
    .option('--external', 'restore the rows into the empty databases of DATABASE_URL and CLICKHOUSE_URL')
    .option('--json', 'print JSON')
    .addHelpText('after', help)
    .action((id: string, options: Options) => restore(terminal, id, options))
}

async function restore(terminal: Terminal, id: string, options: Options): Promise<void> {
  const config = readConfig({
    ...process.env,
    ...(options.data !== undefined && { KEPT_DATA: options.data }),
    ...(options.folder !== undefined && { KEPT_BACKUP_FOLDER: options.folder }),
  })
  const folder = backupFolderOf(config)
  const into = resolve(options.into)
  if (`${folder}/`.startsWith(`${into}/`))
    throw badInput(`The backups are inside of ${into}. Restore into another folder.`)
  const manifest = await readManifest(folder, id)
  const started = performance.now()
  const { leftOut, differences } = await restoreBackup({
    ...{ folder, manifest, into, passphrase: config.backupPassphrase },
    openTarget: options.external ? externalTarget(config) : embeddedTarget(config.warehouseMemoryBytes),
    onProgress(done, all) {
      if (terminal.live) terminal.err(`\r\u001b[K${done} of ${all} parts of the warehouse`)
    },
  })
  if (terminal.live) terminal.err('\r\u001b[K')
  const seconds = (performance.now() - started) / 1000
  if (options.json) {
    terminal.out(
      `${JSON.stringify({ backup: id, into, left_out: leftOut, differences, restore_seconds: seconds }, null, 2)}\n`,
    )
  } else {
    terminal.out(`Restored ${id} into ${into} in ${formatDuration(seconds)}. Start it with KEPT_DATA=${into}.\n`)
    for (const path of leftOut)
      terminal.out(
        `${terminal.style('watch', 'note')}  ${path} is sealed. Set KEPT_BACKUP_PASSPHRASE and restore again, or copy the file before the first start.\n`,
      )
    if (leftOut.length === 0 && !manifest.files.some(({ sealed }) => sealed))
      terminal.out(
        `${terminal.style('watch', 'note')}  The backup has no keys. Copy secret.key and keys/ into the folder before the first start.\n`,
      )
    for (const difference of differences) terminal.out(`${terminal.style('bad', 'DIFFERS')}  ${difference}\n`)
  }
  if (differences.length > 0) process.exitCode = 1
}

const help = `
With --external, the folder gets the keys and checkpoints, and the rows go into empty databases: Postgres, and one
ClickHouse server or, with CLICKHOUSE_CLUSTER, a cluster of any number of shards.

Examples:
  kept restore 2026-11-23T01-40-00Z --folder /mnt/backups --into /srv/kept-restored
  DATABASE_URL=... CLICKHOUSE_URL=... kept restore 2026-11-23T01-40-00Z --folder /mnt/backups --into /srv/kept --external
Guide: docs/guides/backup-and-restore.md`
