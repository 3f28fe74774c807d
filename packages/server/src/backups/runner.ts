/** Makes backups of this Kept, one at a time, and remembers how the last one went. */
import { join } from 'node:path'
import type { BackupState } from '@kept/contract/routes/backups.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Services } from '../platform/context.ts'
import { keptVersion } from '../platform/version.ts'
import { createBackup } from './create-backup.ts'
import { readFailure, saveFailure } from './last-failure.ts'
import { listBackups, readManifest } from './manifests.ts'

type BackupServices = Pick<Services, 'config' | 'state' | 'log' | 'now'>

export interface BackupRunner {
  state(): Promise<BackupState>
  /** Says that a backup is on its way, until `runReserved`. Throws `conflict` while this process makes one. */
  reserve(): void
  /** Forgets a reservation that another process took, or that was never queued. */
  release(): void
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
  let isMaking = false
  let failure: BackupState['failure'] = null
  const runner: BackupRunner = {
    async state() {
      const backups = await describeBackups(folder)
      const lastFailure = failure ?? (await readFailure(folder))
      return { folder, nightly: config.backupFolder !== undefined, running, failure: lastFailure, backups }
    },
    reserve() {
      if (running) throw new KeptError('conflict', 'A backup is being made. Wait until it is complete.')
      running = { started_at: now().toISOString(), done: 0, all: 0 }
    },
    release() {
      if (!isMaking) running = null
    },
    async run(signal) {
      runner.reserve()
      await runner.runReserved(signal)
    },
    async runReserved(signal) {
      running ??= { started_at: now().toISOString(), done: 0, all: 0 }
      isMaking = true
      try {
        const { id, bytes, added_bytes } = await createBackup(state, {
          ...{
            folder,
            sharedFolder: config.sharedFolder,
            passphrase: config.backupPassphrase,
            kept: config.backupsKept,
          },
          ...{ keptVersion: keptVersion(), now, signal },
          onProgress(done, all) {
            if (running) running = { ...running, done, all }
          },
        })
        failure = null
        await saveFailure(folder, null)
        log.info({ event: 'backups.created', backup: id, bytes, added_bytes }, 'created a backup')
      } catch (error) {
        const message = error instanceof KeptError ? error.message : 'The backup failed. See the server log.'
        failure = { at: now().toISOString(), message }
        // A folder that cannot be written may be the failure.
        await saveFailure(folder, failure).catch(() => undefined)
        log.error({ event: 'backups.failed', err: error }, 'a backup failed')
        throw error
      } finally {
        isMaking = false
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

/** The folder of the settings, else one in the shared folder: it protects from mistakes, not from a lost disk. */
export function backupFolderOf({
  backupFolder,
  sharedFolder,
}: Pick<Services['config'], 'backupFolder' | 'sharedFolder'>): string {
  return backupFolder ?? join(sharedFolder, 'backups')
}
