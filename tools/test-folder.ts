/**
 * Set-up of the integration tests and the journeys: their temporary folder. In memory where Linux has room for it: a test
 * database is about a thousand small files, and creating and deleting them on a disk took a third of the time. A killed
 * process loses nothing by it; no test cuts the power.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memoryFolder = '/dev/shm'
/** A run of all tests needs much less; the rest is for what runs beside it. */
const neededBytes = 2 * 1024 ** 3
const prefix = 'kept-tests-'

export default function useTestFolder(): () => void {
  const parent = hasRoom() ? memoryFolder : tmpdir()
  removeAbandoned(parent)
  const folder = join(parent, `${prefix}${process.pid}`)
  // The user that Postgres runs as under root must be able to pass.
  mkdirSync(folder, { mode: 0o711, recursive: true })
  const previous = process.env.TMPDIR
  process.env.TMPDIR = folder
  return () => {
    if (previous === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = previous
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
  }
}

function hasRoom(): boolean {
  if (process.platform !== 'linux' || !existsSync(memoryFolder)) return false
  if (!allowsPrograms(readFileSync('/proc/self/mounts', 'utf8'))) return false
  const { bavail, bsize } = statfsSync(memoryFolder)
  return bavail * bsize > neededBytes && process.availableMemory() > 3 * neededBytes
}

/** Containers mount it without the right to execute, and Postgres loads a library from its folder. */
export function allowsPrograms(mounts: string): boolean {
  const options = mounts.split('\n').find((line) => line.split(' ')[1] === memoryFolder)
  return options !== undefined && !options.split(' ')[3]?.split(',').includes('noexec')
}

/** Removes the folders of runs that were killed. */
function removeAbandoned(parent: string): void {
  // Without /proc, nothing is known of other runs.
  if (process.platform !== 'linux') return
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(prefix))) {
    if (!existsSync(`/proc/${name.slice(prefix.length)}`)) removeIfUnused(join(parent, name))
  }
}

/** A file system that a killed run left mounted in it keeps the folder; that is no reason to test nothing. */
function removeIfUnused(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch (error) {
    process.stderr.write(`The folder ${folder} of an earlier run stays: ${error}\n`)
  }
}
