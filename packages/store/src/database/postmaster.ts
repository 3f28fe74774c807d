/** Which process holds the lock of the cluster, and whether it is a Postgres at all. */
import { readdirSync, readFileSync, readlinkSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { codeOf } from '@kept/foundation/thrown.ts'

/** The process that the lock file names; it may have ended long ago. */
export function recordedPid(data: string): number | undefined {
  try {
    return Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]) || undefined
  } catch {
    return undefined
  }
}

/** A zombie process (ended but not reaped, in a container without an init) does not count as alive. */
export function isAlive(pid: number): boolean {
  return takesSignals(pid) && !isUnburied(pid)
}

function takesSignals(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

function isUnburied(pid: number): boolean {
  try {
    // "4711 (postgres) Z ...": the name may contain anything, the state follows its last bracket.
    return /^\s*[ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8').split(')').at(-1) ?? '')
  } catch {
    return false
  }
}

/**
 * A lock file whose process is not a Postgres: its id was reused (after a reboot, or in a container that was killed and
 * restarted), or it is a zombie process. Postgres would refuse to start forever. The file is moved away when no process
 * can still be attached to the cluster's shared memory: the lock is older than this system or container, or no process
 * runs our binary. Linux only.
 */
export function removeStaleLock(
  data: string,
  postgres: string,
  programs: () => string[] | undefined = programsRunning,
  startedAt: () => number | undefined = systemStartedAt,
): boolean {
  const pid = recordedPid(data)
  if (pid === undefined || !takesSignals(pid) || process.platform !== 'linux') return false
  if (isOlderThan(data, startedAt()) && (nameOf(pid) !== 'postgres' || isUnburied(pid)))
    return moveDataFolder(data, pid)
  const running = programs()
  if (running === undefined || running.includes(postgres)) return false
  return moveDataFolder(data, pid)
}

function moveDataFolder(data: string, pid: number): boolean {
  renameSync(join(data, 'postmaster.pid'), join(data, `postmaster.pid.stale-${pid}`))
  return true
}

/**
 * Also removes the lock of the socket: its folder is ours alone, so without a lock of the cluster no server listens.
 */
export function clearStaleLocks(
  { data, socketFolder }: { data: string; socketFolder: string },
  postgres: string,
): void {
  removeStaleLock(data, postgres)
  if (recordedPid(data) !== undefined) return
  for (const name of readdirSync(socketFolder)) {
    if (name.startsWith('.s.PGSQL.')) rmSync(join(socketFolder, name), { force: true })
  }
}

/** The clock can be set between the two moments; a lock this much older is certainly older. */
const clockToleranceSeconds = 60

function isOlderThan(data: string, startedAt: number | undefined): boolean {
  const writtenAt = Number(readOrEmpty(join(data, 'postmaster.pid')).split('\n')[2]) || undefined
  return writtenAt !== undefined && startedAt !== undefined && writtenAt + clockToleranceSeconds < startedAt
}

/** When the first process here started, in seconds since 1970: the system's own, or the container's. */
function systemStartedAt(): number | undefined {
  const bootedAt = Number(/^btime (\d+)$/m.exec(readOrEmpty('/proc/stat'))?.[1])
  // The 22nd field, counted after the name, which may contain anything: hundredths of a second since the boot.
  const ticks = Number(readOrEmpty('/proc/1/stat').split(') ').at(-1)?.split(' ')[19])
  return bootedAt > 0 && Number.isFinite(ticks) ? bootedAt + ticks / 100 : undefined
}

/** The programs of every process, or undefined when one of them may be ours and is hidden. */
function programsRunning(): string[] | undefined {
  const programs: string[] = []
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      programs.push(programOf(Number(name)))
    } catch (error) {
      const code = codeOf(error)
      // Kernel threads have no program, and a process may end during the check. The program of another user's process
      // is hidden from us, its name is not.
      if (code !== 'ENOENT' && code !== 'ESRCH' && nameOf(Number(name)) === 'postgres') return undefined
    }
  }
  return programs
}

/** The name of a process, which every user may read; Linux only. */
export function nameOf(pid: number): string {
  return readOrEmpty(`/proc/${pid}/comm`).trim()
}

/** True when the process runs this program or, where its program is hidden, has the same name. */
export function runsProgram(pid: number, program: string): boolean {
  try {
    return programOf(pid) === program
  } catch (error) {
    return codeOf(error) === 'EACCES' && nameOf(pid) === basename(program)
  }
}

function programOf(pid: number): string {
  return readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, '')
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
