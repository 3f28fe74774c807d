/**
 * Postgres refuses to run as root. When Kept is root (a container, a bare server) its Postgres runs as `nobody`,
 * with the one capability it needs when the folders above are closed to others (a clone below /root).
 */
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { chownSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { KeptError } from '@kept/domain/errors.ts'

const nobody = 65534

export const isRoot = process.getuid?.() === 0

/** The user Postgres runs as. */
export function postgresUser(): number | undefined {
  return isRoot ? nobody : process.getuid?.()
}

/** Starts a Postgres program; as root, as `nobody`. `paths` are the folders it must be able to enter. */
export function spawnUnprivileged(
  program: string,
  args: string[],
  paths: string[],
  options: SpawnOptions,
): ChildProcess {
  if (!isRoot) return spawn(program, args, options)
  if (paths.every(openToOthers)) return spawn(program, args, { ...options, uid: nobody, gid: nobody })
  return spawn('setpriv', [...enterAnyFolder(paths), program, ...args], options)
}

/** Gives a folder and all below it to the user Postgres runs as. Nothing to do when we are that user. */
export function giveToPostgres(folder: string): void {
  if (!isRoot) return
  chownSync(folder, nobody, nobody)
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (lstatSync(path).isDirectory()) giveToPostgres(path)
    else chownSync(path, nobody, nobody)
  }
}

function enterAnyFolder(paths: string[]): string[] {
  const flags = [
    `--reuid=${nobody}`,
    `--regid=${nobody}`,
    '--clear-groups',
    '--inh-caps=+dac_read_search',
    '--ambient-caps=+dac_read_search',
  ]
  if (spawnSync('setpriv', [...flags, 'true']).status === 0) return flags
  const closed = paths.find((path) => !openToOthers(path))
  throw new KeptError(
    'unavailable',
    `As root, Kept runs its Postgres as "nobody", who may not enter ${closed}; move Kept to a folder others may enter, run it as an ordinary user, or set DATABASE_URL.`,
  )
}

/** True when everybody may pass through every folder above this one (the folder itself is handed over). */
function openToOthers(path: string): boolean {
  for (let above = dirname(path); ; above = dirname(above)) {
    if ((statSync(above).mode & 0o001) === 0) return false
    if (above === dirname(above)) return true
  }
}
