/**
 * A disk that can lose its power: an ext4 file system on a block device whose write cache is volatile. Everything below
 * the file system calls is real: the kernel's page cache, the journal of ext4, its recovery at the next mount.
 *
 * It needs Linux, root, /dev/fuse, a loop device and the tools of e2fsprogs and util-linux; whyUnavailable says what is
 * missing.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdirSync, openSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface ForgetfulDisk {
  /** Where the file system is mounted. */
  folder: string
  /** Loses the power at once. What still runs on the file system gets errors from here on. */
  cutPower(): Promise<void>
  /** Mounts it again, as after a start of the machine; what ran on it must have ended. */
  powerOn(): void
  /** Unmounts it and removes the image. */
  destroy(): Promise<void>
}

const diskProcess = fileURLToPath(new URL('./disk-process.ts', import.meta.url))
const tools = ['losetup', 'mkfs.ext4', 'mount', 'umount']

/** What keeps this machine from having such a disk; undefined when nothing does. */
export function whyUnavailable(): string | undefined {
  if (process.platform !== 'linux') return 'it needs Linux'
  if (process.getuid?.() !== 0) return 'it needs root, to mount'
  for (const path of ['/dev/fuse', '/dev/loop-control']) if (!existsSync(path)) return `there is no ${path}`
  for (const tool of tools) {
    if (!['/usr/sbin', '/sbin', '/usr/bin', '/bin'].some((folder) => existsSync(join(folder, tool))))
      return `there is no ${tool}`
  }
  return undefined
}

interface ForgetfulDiskOptions {
  bytes?: number
  /** How much of what is written stays in the cache until it is flushed, in [0, 1]; the rest is on the disk at once. */
  cacheShare?: number
}

/** `under` is a folder for the image and for the mount. */
export function createForgetfulDisk(
  under: string,
  { bytes = 4 * 1024 ** 3, cacheShare = 1 }: ForgetfulDiskOptions = {},
): ForgetfulDisk {
  const image = join(under, 'image')
  const device = join(under, 'device')
  const folder = join(under, 'disk')
  mkdirSync(folder, { recursive: true })
  writeFileSync(image, '', { mode: 0o600 })
  truncateSync(image, bytes)
  writeFileSync(device, '', { mode: 0o600 })
  let attached: Attached | undefined

  const attach = (isNew: boolean) => {
    const disk = startDisk(image, device, cacheShare)
    const loop = run('losetup', ['--find', '--show', device]).trim()
    attached = { disk, loop }
    if (isNew) run('mkfs.ext4', ['-q', '-E', 'nodiscard,lazy_itable_init=0,lazy_journal_init=0', loop])
    // Without an fsync the journal is committed after ten minutes, not after the usual five seconds.
    run('mount', ['-t', 'ext4', '-o', 'commit=600', loop, folder])
  }
  attach(true)

  return {
    folder,
    async cutPower() {
      if (!attached) return
      const { disk } = attached
      const exited = once(disk, 'exit')
      disk.kill('SIGKILL')
      await exited
    },
    powerOn() {
      detach(attached, { device, folder })
      attach(false)
    },
    async destroy() {
      detach(attached, { device, folder })
      attached = undefined
      rmSync(under, { recursive: true, force: true, maxRetries: 20 })
    },
  }
}

interface Attached {
  disk: ChildProcess
  loop: string
}

/** Serves `image` as the file `device`. */
function startDisk(image: string, device: string, cacheShare: number): ChildProcess {
  const fuse = openSync('/dev/fuse', 'r+')
  try {
    const disk = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', diskProcess, image, `${cacheShare}`],
      {
        stdio: ['ignore', 'inherit', 'inherit', fuse],
        detached: true,
      },
    )
    const options = 'fd=3,rootmode=100000,user_id=0,group_id=0,allow_other'
    run('mount', ['-i', '-t', 'fuse', '-o', options, 'kept-test-disk', device], ['ignore', 'pipe', 'pipe', fuse])
    return disk
  } finally {
    closeSync(fuse)
  }
}

function detach(attached: Attached | undefined, { device, folder }: { device: string; folder: string }): void {
  if (!attached) return
  run('umount', ['--lazy', folder])
  run('losetup', ['--detach', attached.loop])
  run('umount', ['--lazy', device])
  attached.disk.kill('SIGKILL')
}

function run(
  command: string,
  args: string[],
  stdio: ('ignore' | 'pipe' | number)[] = ['ignore', 'pipe', 'pipe'],
): string {
  return execFileSync(command, args, { stdio, encoding: 'utf8', env: { PATH: `${process.env.PATH}:/usr/sbin:/sbin` } })
}
