/** Makes backups of this Kept, one at a time, and remembers how the last one went. */
import { join } from 'node:path'
import type { BackupState } from '@kept/contract/routes/backups.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Services } from '../platform/context.ts'
import { keptVersion } from '../platform/version.ts'
import { createBackup } from './create-backup.ts'
import { listBackups, readManifest } from './manifests.ts'

type BackupServices = Pick<Services, 'config' | 'state' | 'log' | 'now'>

export interface BackupRunner {
  state(): Promise<BackupState>
  /** Says that a backup is on its way, until `runReserved`. Throws `conflict` while one is being made. */
  reserve(): void
  /** Makes the backup that was reserved, and resolves when it is complete. */
  runReserved(signal?: AbortSignal): Promise<void>
  /** Reserves and runs. */
  run(signal?: AbortSignal): Promise<void>
}

const runners = new WeakMap<Services['state'], BackupRunner>()

/** The one runner of this Kept. */
export function runnerOf(services: BackupServices): BackupRunner {
  const existing = runners.get(services.state)
  if (existing) return existing
  const runner = openRunner(services)
  runners.set(services.state, runner)
  return runner
}

function openRunner({ config, state, log, now }: BackupServices): BackupRunner {
  const folder = backupFolderOf(config)
  let running: BackupState['running'] = null
  let failure: BackupState['failure'] = null
  const runner: BackupRunner = {
    async state() {
      const backups = await describeBackups(folder)
      return { folder, nightly: config.backupFolder !== undefined, running, failure, backups }
    },
    reserve() {
      if (running) throw new KeptError('conflict', 'A backup is being made. Wait until it is complete.')
      running = { started_at: now().toISOString(), done: 0, all: 0 }
    },
    async run(signal) {
      runner.reserve()
      await runner.runReserved(signal)
    },
    async runReserved(signal) {
      try {
        const { id, bytes, added_bytes } = await createBackup(state, {
          ...{ folder, dataFolder: config.dataFolder, passphrase: config.backupPassphrase, kept: config.backupsKept },
          ...{ keptVersion: keptVersion(), now, signal },
          onProgress(done, all) {
            if (running) running = { ...running, done, all }
          },
        })
        failure = null
        log.info({ event: 'backups.created', backup: id, bytes, added_bytes }, 'created a backup')
      } catch (error) {
        const message = error instanceof KeptError ? error.message : 'The backup failed. See the server log.'
        failure = { at: now().toISOString(), message }
        log.error({ event: 'backups.failed', err: error }, 'a backup failed')
        throw error
      } finally {
        running = null
      }
    },
  }
  return runner
}

/** The complete backups of a folder, newest first. */
export async function describeBackups(folder: string): Promise<BackupState['backups']> {
  const names = (await listBackups(folder)).toReversed()
  const manifests = await Promise.all(names.map((id) => readManifest(folder, id)))
  return manifests.map(({ id, kept_version, taken_at, finished_at, bytes, added_bytes, files }) => ({
    ...{ id, kept_version, taken_at, finished_at, bytes, added_bytes },
    has_keys: files.some(({ sealed }) => sealed),
  }))
}

/** The folder of the settings, else one in the data folder: it protects from mistakes, not from a lost disk. */
export function backupFolderOf({
  backupFolder,
  dataFolder,
}: Pick<Services['config'], 'backupFolder' | 'dataFolder'>): string {
  return backupFolder ?? join(dataFolder, 'backups')
}
