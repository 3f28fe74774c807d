/** The living and the dead: which process says it serves the cluster, and whether it is one at all. */
import { readdirSync, readFileSync, readlinkSync, renameSync } from 'node:fs'
import { join } from 'node:path'

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
 * A lock file that names a process which is no Postgres: its number was given out again (a container that was killed
 * and started anew), or it has ended and nobody has buried it. Postgres would refuse for ever. Only when not one process on this machine runs our
 * binary, so that nobody can still be attached to the cluster's memory, is the file moved aside. Linux only.
 */
export function setAsideStaleLock(
  data: string,
  postgres: string,
  programs: () => string[] | undefined = programsRunning,
): boolean {
  const pid = recordedPid(data)
  if (pid === undefined || !takesSignals(pid) || process.platform !== 'linux') return false
  const running = programs()
  if (running === undefined || running.includes(postgres)) return false
  renameSync(join(data, 'postmaster.pid'), join(data, `postmaster.pid.stale-${pid}`))
  return true
}

/** The programs of every process, or undefined when even one living process cannot be seen. */
function programsRunning(): string[] | undefined {
  const programs: string[] = []
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      programs.push(programOf(Number(name)))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // Threads of the kernel have no program, and a process may end while we look; what is hidden from us is a no.
      if (code !== 'ENOENT' && code !== 'ESRCH') return undefined
    }
  }
  return programs
}

/** True when the process runs this very program; only Linux tells. */
export function runsProgram(pid: number, program: string): boolean {
  try {
    return programOf(pid) === program
  } catch {
    return false
  }
}

function programOf(pid: number): string {
  return readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, '')
}
