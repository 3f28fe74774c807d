/** `kept backup`: makes, lists and verifies backups. */
import type { BackupState } from '@kept/contract/routes/backups.ts'
import { badInput, KeptError } from '@kept/domain/errors.ts'
import { formatBytes, formatCount, formatDuration } from '@kept/foundation/format/number.ts'
import { Command } from 'commander'
import { listBackups, readManifest } from '../../backups/manifests.ts'
import { embeddedTarget } from '../../backups/restore-targets.ts'
import { backupFolderOf, describeBackups, runnerOf } from '../../backups/runner.ts'
import { verifyBackup } from '../../backups/verify-backup.ts'
import { readConfig } from '../../platform/config.ts'
import { findRunningKept, holdDataFolder, type RunningKept } from '../../platform/data-folder.ts'
import { createLog } from '../../platform/log.ts'
import { openState } from '../../platform/state.ts'
import { serverAnswers } from '../server-answers.ts'
import { type Terminal, textTable } from '../terminal.ts'

interface Options {
  data?: string
  folder?: string
  json?: boolean
}

export function backupCommand(terminal: Terminal): Command {
  const backup = shared(new Command('backup'))
    .description('Back up databases, checkpoints and keys, while Kept runs or not')
    .addHelpText('after', help)
    .action(async (options: Options) => {
      const state = await createBackup(terminal, options)
      const [newest] = state.backups
      if (options.json) return terminal.out(`${JSON.stringify(newest, null, 2)}\n`)
      if (newest) {
        const keys = newest.has_keys
          ? 'The keys are in it, encrypted.'
          : 'The keys are not in it: set KEPT_BACKUP_PASSPHRASE, or store secret.key and keys/ of the data folder elsewhere.'
        terminal.out(
          `${newest.id}  ${formatBytes(newest.bytes)}, ${formatBytes(newest.added_bytes)} added to ${state.folder}\n${keys}\n`,
        )
      }
    })
  backup.addCommand(
    shared(new Command('list'))
      .description('List backups, newest first')
      .action((_options: Options, command: Command) => list(terminal, command.optsWithGlobals())),
  )
  backup.addCommand(
    shared(new Command('verify'))
      .argument('[backup]', 'name of a backup; default: the newest')
      .description('Restore a backup beside, compare totals and ledgers, and delete the copy')
      .action((id: string | undefined, _options: Options, command: Command) =>
        verify(terminal, id, command.optsWithGlobals()),
      ),
  )
  return backup
}

/** The same options before and after a subcommand's name. */
function shared(command: Command): Command {
  return command
    .option('-d, --data <folder>', 'data folder (KEPT_DATA)')
    .option('-f, --folder <folder>', 'backup folder (KEPT_BACKUP_FOLDER); default: backups in the data folder')
    .option('--json', 'print JSON')
}

function configOf(options: Options) {
  return readConfig({
    ...process.env,
    ...(options.data !== undefined && { KEPT_DATA: options.data }),
    ...(options.folder !== undefined && { KEPT_BACKUP_FOLDER: options.folder }),
  })
}

async function createBackup(terminal: Terminal, options: Options): Promise<BackupState> {
  const config = configOf(options)
  const running = findRunningKept(config.dataFolder)
  if (running) {
    if (options.folder !== undefined)
      throw badInput(
        'Kept is running, and writes backups to the KEPT_BACKUP_FOLDER it was started with. Leave out --folder, or stop Kept first.',
      )
    return throughServer(terminal, running)
  }
  const folder = holdDataFolder(config.dataFolder, config.sharedFolder)
  try {
    const log = createLog('fatal')
    const state = await openState(config, log)
    try {
      const runner = runnerOf({ config, state, log, now: () => new Date() })
      await runner.run()
      return await runner.state()
    } finally {
      await state.close()
    }
  } finally {
    folder.release()
  }
}

const pollMs = 500

/** The running Kept makes the backup; this command follows it. */
async function throughServer(terminal: Terminal, { url, operatorToken }: RunningKept): Promise<BackupState> {
  const request = async (method: 'GET' | 'POST') => {
    const response = await fetch(new URL('/v1/operator/backups', url), {
      method,
      headers: { authorization: `Bearer ${operatorToken}` },
    })
    const body = (await response.json()) as { data: BackupState; message?: string }
    if (!response.ok)
      throw new KeptError('unavailable', body.message ?? 'Kept could not make the backup. Check the server log.')
    return body.data
  }
  return serverAnswers(url, async () => {
    const before = await request('POST')
    const earlier = new Set(before.backups.map(({ id }) => id))
    for (;;) {
      const state = await request('GET')
      if (state.running && terminal.live) terminal.err(`\r\u001b[K${progressText(state.running)}`)
      const isNew = state.backups[0] !== undefined && !earlier.has(state.backups[0].id)
      if (!state.running && isNew) {
        if (terminal.live) terminal.err('\r\u001b[K')
        return state
      }
      if (!state.running && state.failure && state.failure.at !== before.failure?.at)
        throw new KeptError('unavailable', state.failure.message)
      await new Promise((resolve) => setTimeout(resolve, pollMs))
    }
  })
}

function progressText({ done, all }: { done: number; all: number }): string {
  return all === 0 ? 'Reading the database' : `Reading the warehouse: ${done} of ${all} parts`
}

async function list(terminal: Terminal, options: Options): Promise<void> {
  const folder = backupFolderOf(configOf(options))
  const backups = await describeBackups(folder)
  if (options.json) return terminal.out(`${JSON.stringify(backups, null, 2)}\n`)
  if (backups.length === 0) return terminal.out(`No backups in ${folder}. Make one with "kept backup".\n`)
  terminal.out(
    `${textTable(
      [
        { head: 'backup' },
        { head: 'size', align: 'right' },
        { head: 'added', align: 'right' },
        { head: 'keys' },
        { head: 'Kept' },
      ],
      backups.map(({ id, bytes, added_bytes, has_keys, kept_version }) => [
        ...[id, formatBytes(bytes), formatBytes(added_bytes), has_keys ? 'yes' : 'no', kept_version],
      ]),
      terminal.width,
    )}\n`,
  )
}

async function verify(terminal: Terminal, id: string | undefined, options: Options): Promise<void> {
  const config = configOf(options)
  const folder = backupFolderOf(config)
  const name = id ?? (await listBackups(folder)).at(-1)
  if (name === undefined) throw new KeptError('not_found', `No backups in ${folder}. Make one with "kept backup".`)
  const manifest = await readManifest(folder, name)
  const started = performance.now()
  const { differences } = await verifyBackup({
    ...{ folder, manifest, passphrase: config.backupPassphrase },
    openTarget: embeddedTarget(config.warehouseMemoryBytes),
  })
  const seconds = (performance.now() - started) / 1000
  const lostSeconds = Math.max(0, (Date.now() - Date.parse(manifest.taken_at)) / 1000)
  const result = {
    backup: name,
    ok: differences.length === 0,
    differences,
    restore_seconds: seconds,
    age_seconds: lostSeconds,
  }
  if (options.json) terminal.out(`${JSON.stringify(result, null, 2)}\n`)
  else {
    const { organizations, loads, billed, ledger_heads, audit_heads } = manifest.proof
    const lines = billed.reduce((total, sum) => total + sum.lines, 0)
    for (const difference of differences) terminal.out(`${terminal.style('bad', 'DIFFERS')}  ${difference}\n`)
    if (result.ok)
      terminal.out(
        `${terminal.style('good', 'ok')}  ${name}: ${formatCount(organizations)} organizations, ${formatCount(loads)} loads with ${formatCount(lines)} lines, ${formatCount(ledger_heads.length)} ledgers and ${formatCount(audit_heads.length)} audit logs are the same after a restore.\n`,
      )
    terminal.out(
      `Restored in ${formatDuration(seconds)} on this machine. What changed in the ${formatDuration(lostSeconds)} since the backup would be lost.\n`,
    )
  }
  if (!result.ok) process.exitCode = 1
}

const help = `
A backup is consistent: everything in it is of one moment, although Kept goes on working. Backups of one
folder share what did not change. Jobs in the queue and uploaded files are not part of it.

Examples:
  kept backup --folder /mnt/backups
  kept backup list
  kept backup verify
  kept restore 2026-11-23T01-40-00Z --folder /mnt/backups --into /srv/kept-restored
Guide: docs/guides/backup-and-restore.md`
