/** The living and the dead: which process says it serves the cluster, and whether it is one at all. */
import { readdirSync, readFileSync, readlinkSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'

/** The process that says it serves this cluster; it may be long gone. */
export function recordedPid(data: string): number | undefined {
  try {
    return Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]) || undefined
  } catch {
    return undefined
  }
}

/** A process that has ended but that nobody has buried (in a container without an init) is not alive. */
export function isAlive(pid: number): boolean {
  return takesSignals(pid) && !isUnburied(pid)
}

function takesSignals(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function isUnburied(pid: number): boolean {
  try {
    // "4711 (postgres) Z ...": the name may hold anything, the state follows its last bracket.
    return /^\s*[ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8').split(')').at(-1) ?? '')
  } catch {
    return false
  }
}

/**
 * A lock file that names a process which is no Postgres: its number was given out again (after a reboot, or in a
 * container that was killed and started anew), or it has ended and nobody has buried it. Postgres would refuse for
 * ever. The file is moved aside when nobody can still be attached to the cluster's memory: the lock is older than this
 * system or container, or not one process runs our binary. Linux only.
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

/** Also the lock of the socket: its folder is ours alone, so without a lock of the cluster nobody listens there. */
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

/** Clocks are set between the two moments that are compared; a lock this much older is older for certain. */
const clockToleranceSeconds = 60

function isOlderThan(data: string, startedAt: number | undefined): boolean {
  const writtenAt = Number(readOrEmpty(join(data, 'postmaster.pid')).split('\n')[2]) || undefined
  return writtenAt !== undefined && startedAt !== undefined && writtenAt + clockToleranceSeconds < startedAt
}

/** When the first process here started, in seconds of the epoch: the system's own, or the container's. */
function systemStartedAt(): number | undefined {
  const bootedAt = Number(/^btime (\d+)$/m.exec(readOrEmpty('/proc/stat'))?.[1])
  // The 22nd field, counted after the name, which may hold anything: hundredths of a second since the boot.
  const ticks = Number(readOrEmpty('/proc/1/stat').split(') ').at(-1)?.split(' ')[19])
  return bootedAt > 0 && Number.isFinite(ticks) ? bootedAt + ticks / 100 : undefined
}

/** The programs of every process, or undefined when one of them may be ours and cannot be seen. */
function programsRunning(): string[] | undefined {
  const programs: string[] = []
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      programs.push(programOf(Number(name)))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // Threads of the kernel have no program, and a process may end while we look. Another user's program is hidden
      // from us, its name is not.
      if (code !== 'ENOENT' && code !== 'ESRCH' && nameOf(Number(name)) === 'postgres') return undefined
    }
  }
  return programs
}

/** What a process is called, which everybody may see; only Linux tells. */
export function nameOf(pid: number): string {
  return readOrEmpty(`/proc/${pid}/comm`).trim()
}

/** True when the process runs this very program, or, where that is hidden from us, is called like it. */
export function runsProgram(pid: number, program: string): boolean {
  try {
    return programOf(pid) === program
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES' && nameOf(pid) === basename(program)
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
