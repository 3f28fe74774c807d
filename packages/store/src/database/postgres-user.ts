/**
 * Which user the embedded Postgres runs as, and how its programs are started as that user.
 *
 * Postgres refuses to run as root. As root, Kept gives it a user id of its own that no account and no other service
 * has. That user may be unable to enter the folders above its binaries and its data (a clone below /root), so it
 * receives them as open folders and uses them through /proc/self/fd. See docs/decisions/0002-database.md.
 */
import { type ChildProcess, type IOType, spawn, spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { KeptError } from '@kept/domain/errors.ts'
import { type Architecture, buildIdentityLibrary } from './identity-library.ts'

export interface PostgresPaths {
  /** Folder with `bin`, `lib` and `share`. */
  native: string
  data: string
  socketFolder: string
}

export interface PostgresUser {
  uid: number
  /**
   * Starts a Postgres program. `args` receives the paths as the program sees them. `stdio` says where its first three
   * streams go.
   */
  start(
    program: 'initdb' | 'postgres',
    paths: PostgresPaths,
    args: (paths: PostgresPaths) => string[],
    options: { stdio: [IOType | number, IOType | number, IOType | number]; detached?: boolean },
  ): ChildProcess
  /** Makes this user the owner of a folder and everything below it. */
  chown(folder: string): void
}

/** `folder` is where the identity library is written, and what the user id of Postgres under root is derived from. */
export async function choosePostgresUser(folder: string, native: string): Promise<PostgresUser> {
  const uid = process.getuid?.() ?? 0
  if (process.platform !== 'linux') return uid === 0 ? userNobody() : sameUser(uid, undefined)
  const library = (deniesRoot: boolean) => writeIdentityLibrary(folder, deniesRoot)
  if (uid !== 0) return sameUser(uid, hasAccount(uid) ? undefined : library(false))
  const postgresUid = dedicatedUid(folder)
  if (!mayBecome(postgresUid)) return sameUser(uid, library(true))
  const user = otherUser(postgresUid, library(false))
  openToReaders(native)
  await checkThatItStarts(user, native, folder)
  return user
}

function writeIdentityLibrary(folder: string, deniesRoot: boolean): string {
  const file = join(folder, 'identity.so')
  const arriving = `${file}.${process.pid}`
  // Other architectures have no embedded Postgres.
  writeFileSync(arriving, buildIdentityLibrary(process.arch as Architecture, { deniesRoot }))
  // Independent of the umask: another user loads it.
  chmodSync(arriving, 0o755)
  // A server that outlived its Kept has the file mapped and would crash if it were overwritten; so a new file is
  // written.
  renameSync(arriving, file)
  return file
}

/**
 * Postgres as Kept's own user. With a library when that user has no account, or is a root that may not switch users (a
 * container without capabilities) and so has no more rights than an ordinary user.
 */
function sameUser(uid: number, library: string | undefined): PostgresUser {
  return {
    uid,
    start: (program, paths, args, options) =>
      spawn(join(paths.native, 'bin', program), args(paths), {
        ...options,
        env: library === undefined ? environment() : { ...environment(), LD_PRELOAD: library },
      }),
    chown: () => undefined,
  }
}

/** Without Kept's own settings, which contain secrets. */
function environment(): NodeJS.ProcessEnv {
  const { PATH = '/usr/bin:/bin', TZ, LD_LIBRARY_PATH } = process.env
  return { PATH, ...(TZ && { TZ }), ...(LD_LIBRARY_PATH && { LD_LIBRARY_PATH }) }
}

/** The file descriptors of standard input, output and error. */
const firstDescriptor = 3

function otherUser(uid: number, library: string): PostgresUser {
  return {
    uid,
    start(program, paths, args, options) {
      const opened = [paths.native, paths.data, paths.socketFolder, library].map((path) => openSync(path, 'r'))
      const descriptorPath = (index: number) => `/proc/self/fd/${firstDescriptor + index}`
      try {
        const inside: PostgresPaths = {
          native: descriptorPath(0),
          data: descriptorPath(1),
          socketFolder: descriptorPath(2),
        }
        return spawn(join(inside.native, 'bin', program), args(inside), {
          ...options,
          uid,
          gid: uid,
          cwd: '/',
          stdio: [...options.stdio, ...opened],
          env: { ...environment(), LD_PRELOAD: descriptorPath(3), LD_LIBRARY_PATH: join(inside.native, 'lib') },
        })
      } finally {
        for (const descriptor of opened) closeSync(descriptor)
      }
    },
    chown: (folder) => giveTo(uid, folder),
  }
}

/** Outside Linux: the account that every system has for programs without rights. */
function userNobody(): PostgresUser {
  const uid = Number(spawnSync('id', ['-u', 'nobody']).stdout?.toString().trim() || 65534)
  return {
    uid,
    start: (program, paths, args, options) =>
      spawn(join(paths.native, 'bin', program), args(paths), { ...options, uid, gid: uid, env: environment() }),
    chown: (folder) => giveTo(uid, folder),
  }
}

/** User ids that systemd leaves unassigned: https://systemd.io/UIDS-GIDS */
const firstFreeUid = 60706
const freeUids = 478

/** The same for the same folder at every start, and never one that an account has. */
function dedicatedUid(folder: string): number {
  const start = hash('sha256', folder, 'buffer').readUInt32LE(0) % freeUids
  for (let step = 0; step < freeUids; step += 1) {
    const uid = firstFreeUid + ((start + step) % freeUids)
    if (!hasAccount(uid)) return uid
  }
  throw new KeptError('unavailable', 'No free user id was found for the embedded Postgres; set DATABASE_URL.')
}

function hasAccount(uid: number): boolean {
  return readOrEmpty('/etc/passwd')
    .split('\n')
    .some((line) => line.split(':')[2] === String(uid))
}

/** CAP_CHOWN, CAP_DAC_OVERRIDE, CAP_KILL, CAP_SETGID, CAP_SETUID: a container's root may lack any of them. */
const neededCapabilities = [0, 1, 5, 6, 7]

function mayBecome(uid: number): boolean {
  const effective = BigInt(`0x${/^CapEff:\s*(\w+)/m.exec(readOrEmpty('/proc/self/status'))?.[1] ?? '0'}`)
  if (!neededCapabilities.every((bit) => (effective >> BigInt(bit)) & 1n)) return false
  // In a user namespace only some ids exist: "first id inside, first id outside, how many".
  return readOrEmpty('/proc/self/uid_map')
    .split('\n')
    .some((line) => {
      const [inside = Number.NaN, , count = 0] = line.trim().split(/\s+/).map(Number)
      return uid >= inside && uid < inside + count
    })
}

async function checkThatItStarts(user: PostgresUser, native: string, folder: string): Promise<void> {
  const child = user.start('postgres', { native, data: folder, socketFolder: folder }, () => ['--version'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const failure = await new Promise<string | undefined>((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('close', (code) => resolve(code === 0 ? undefined : output.trim().split('\n').at(-1) || `code ${code}`))
  })
  if (failure === undefined) return
  throw new KeptError(
    'unavailable',
    `As root, Kept runs its Postgres as user ${user.uid}, which failed (${failure}); run Kept as an ordinary user, or set DATABASE_URL.`,
  )
}

/** The binaries of a package that was installed under a umask like 077 cannot be read by another user. */
function openToReaders(folder: string): void {
  const isOpen = (mode: number) => (mode & 0o055) === 0o055
  if (isOpen(statSync(folder).mode) && isOpen(statSync(join(folder, 'bin', 'postgres')).mode)) return
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isSymbolicLink()) continue
    const path = join(entry.parentPath, entry.name)
    const { mode } = statSync(path)
    chmodSync(path, entry.isDirectory() || (mode & 0o100) !== 0 ? 0o755 : 0o644)
  }
}

function giveTo(uid: number, folder: string): void {
  const { uid: owner } = lstatSync(folder)
  if (owner !== uid) chownSync(folder, uid, uid)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) giveTo(uid, path)
    else if (entry.isFile() && lstatSync(path).uid !== uid) chownSync(path, uid, uid)
  }
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
