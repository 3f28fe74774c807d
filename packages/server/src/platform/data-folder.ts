/**
 * One server per data folder. The lock is SQLite's exclusive file lock, which the operating system releases at any kind
 * of kill: a stale lock cannot exist, and of two simultaneous starts only one succeeds.
 */
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { KeptError } from '@kept/domain/errors.ts'
import { messageOf } from '@kept/foundation/thrown.ts'
import { refuseUnfinishedRestore } from './unfinished-restore.ts'

export interface DataFolder {
  readonly path: string
  readonly logs: string
  readonly uploads: string
  readonly scratch: string
  /** Announces the server's address to other processes on this machine (the command line). */
  announce(address: RunningKept): void
  release(): void
}

export interface RunningKept {
  pid: number
  url: string
  /** The token of the operator on the command line; readable by the folder's owner only. */
  operatorToken: string
}

/** An unreferenced lock would be garbage-collected, and with it released. */
const heldLocks = new Set<DatabaseSync>()

/** `sharedPath` is where several processes find the same uploads. */
export function holdDataFolder(path: string, sharedPath = path): DataFolder {
  refuseUnfinishedRestore(path)
  const folders = {
    logs: join(path, 'logs'),
    uploads: join(sharedPath, 'files', 'uploads'),
    scratch: join(path, 'scratch'),
  }
  try {
    for (const folder of [path, ...Object.values(folders)]) mkdirSync(folder, { recursive: true, mode: 0o700 })
    closeToOthers(path)
    if (sharedPath !== path) closeToOthers(sharedPath)
  } catch (cause) {
    const location = sharedPath === path ? `The data folder ${path}` : `The data folder ${path} or ${sharedPath}`
    const settings =
      sharedPath === path ? 'KEPT_DATA to a writable folder' : 'KEPT_DATA and KEPT_SHARED_FOLDER to writable folders'
    throw new KeptError('bad_input', `${location} is not writable. Set ${settings}.`, { cause })
  }
  const lock = takeLock(path, 500)
  heldLocks.add(lock)
  const announcement = announcementFile(path)
  return {
    path,
    ...folders,
    announce(address) {
      writeFileSync(announcement, JSON.stringify(address), { mode: 0o600 })
      chmodSync(announcement, 0o600)
    },
    release() {
      rmSync(announcement, { force: true })
      heldLocks.delete(lock)
      lock.close()
    },
  }
}

/** Files that an earlier version left readable for every user of the machine: bills, logs, emails. */
function closeToOthers(path: string): void {
  const uid = process.getuid?.()
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const folder = join(path, entry.name)
    if (!entry.isDirectory()) continue
    const { uid: owner, mode } = statSync(folder)
    if (owner === uid && (mode & 0o077) !== 0) chmodSync(folder, 0o700)
  }
}

/** The server that holds this folder now, or undefined. */
export function findRunningKept(path: string): RunningKept | undefined {
  if (!isHeld(path)) return undefined
  try {
    return JSON.parse(readFileSync(announcementFile(path), 'utf8')) as RunningKept
  } catch {
    return undefined
  }
}

function isHeld(path: string): boolean {
  try {
    refuseHeldFolder(path)
    return false
  } catch (error) {
    return error instanceof KeptError && error.code === 'busy'
  }
}

/** Throws KeptError `busy` while another Kept holds the folder. */
export function refuseHeldFolder(path: string): void {
  takeLock(path, 0).close()
}

function takeLock(path: string, timeoutMs: number): DatabaseSync {
  let lock: DatabaseSync | undefined
  try {
    // A process that only checks the lock holds it for an instant; a starting server waits that long.
    lock = new DatabaseSync(join(path, 'kept.lock'), { timeout: timeoutMs })
    lock.exec(
      'PRAGMA journal_mode = DELETE; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; CREATE TABLE IF NOT EXISTS held (by_pid INTEGER); COMMIT; BEGIN EXCLUSIVE',
    )
    return lock
  } catch (cause) {
    lock?.close()
    if (cause instanceof Error && /locked/.test(cause.message)) {
      throw new KeptError(
        'busy',
        `Another Kept server is using the data folder ${path}. Stop it, or set KEPT_DATA to another folder.`,
        { cause },
      )
    }
    throw new KeptError(
      'bad_input',
      `Cannot lock the data folder ${path} (${messageOf(cause)}). Set KEPT_DATA to another folder.`,
      { cause },
    )
  }
}

function announcementFile(path: string): string {
  return join(path, 'kept.running.json')
}
