/** For tests: a control group of Linux with a memory limit and no swap, for a process and all that it starts. */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface MemoryLimit {
  /** A command that starts the one behind it within the limit. */
  starter: string[]
  /** Processes that the kernel ended because the group had no memory left. */
  killed(): number
  remove(): void
}

/** Undefined where this user may not make such a group. */
export function limitMemory(bytes: number): MemoryLimit | undefined {
  const isFirstVersion = existsSync('/sys/fs/cgroup/memory')
  const group = join(isFirstVersion ? '/sys/fs/cgroup/memory' : '/sys/fs/cgroup', `kept-test-${process.pid}`)
  const write = (file: string, text: string) => writeFileSync(join(group, file), text)
  try {
    mkdirSync(group)
    if (isFirstVersion) {
      write('memory.limit_in_bytes', String(bytes))
      write('memory.swappiness', '0')
    } else {
      write('memory.max', String(bytes))
      write('memory.swap.max', '0')
    }
  } catch {
    if (existsSync(group)) rmdirSync(group)
    return undefined
  }
  const events = join(group, isFirstVersion ? 'memory.oom_control' : 'memory.events')
  return {
    starter: ['/bin/sh', '-c', 'echo $$ > "$0/cgroup.procs" && exec "$@"', group],
    killed: () => Number(/^oom_kill (\d+)$/m.exec(readFileSync(events, 'utf8'))?.[1] ?? Number.NaN),
    remove: () => rmdirSync(group),
  }
}
