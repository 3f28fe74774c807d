/** The embedded Postgres under every user that may start Kept, and against other users of the machine. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { holdEngine, killHard } from '../testing/hold.ts'
import { credentialsFor, readSecret } from './access.ts'
import { ensureCluster } from './cluster.ts'
import { type EmbeddedDatabase, findDatabaseBinaries, startEmbeddedDatabase } from './embedded.ts'
import { choosePostgresUser } from './postgres-user.ts'
import { isAlive } from './postmaster.ts'
import { ownerRole } from './roles.ts'

const isRoot = process.getuid?.() === 0
const nobodyUid = 65534
/** Others can reach this repository only when no folder above it is closed to them. */
const isReachable =
  isRoot && spawnSync(process.execPath, ['--version'], { uid: nobodyUid, gid: nobodyUid }).status === 0
const canSetPrivileges = isRoot && process.platform === 'linux' && spawnSync('setpriv', ['--version']).status === 0

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-pg-user-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function start(): Promise<EmbeddedDatabase> {
  const engine = await startEmbeddedDatabase({ folder, logFolder: folder })
  onTestFinished(() => engine.stop())
  return engine
}

async function connectAs(config: pg.ClientConfig): Promise<string> {
  const client = new pg.Client({ database: 'postgres', ...config })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ name: string }>('SELECT current_user AS name')
    return rows[0]?.name ?? ''
  } catch (error) {
    return `refused: ${(error as Error).message}`
  } finally {
    await client.end().catch(() => undefined)
  }
}

const ownerOf = (pid: number) => Number(/^Uid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

describe.runIf(isRoot && process.platform === 'linux')('choosePostgresUser as root', () => {
  it('creates a cluster when the folders above the binaries and the data are closed', async () => {
    const source = dirname(dirname(findDatabaseBinaries().postgres))
    const native = join(folder, 'native')
    cpSync(source, native, { recursive: true, verbatimSymlinks: true })
    // Installed under a umask of 077.
    spawnSync('chmod', ['-R', 'go-rwx', native])
    expect(statSync(folder).mode & 0o077).toBe(0)
    const user = await choosePostgresUser(folder, native)
    await ensureCluster(user, native, folder, join(folder, 'cluster'))
    expect(statSync(join(folder, 'cluster', 'PG_VERSION')).uid).toBe(user.uid)
  })

  it('starts under a umask that closes every new file', async () => {
    const before = process.umask(0o077)
    onTestFinished(() => void process.umask(before))
    const engine = await start()
    expect(await connectAs(credentialsFor(engine.access, ownerRole))).toBe(ownerRole)
  })

  it('runs the server as a user of its own that no account has', async () => {
    const { pid = 0 } = await start()
    const uid = ownerOf(pid)
    expect([0, nobodyUid]).not.toContain(uid)
    expect(readFileSync('/etc/passwd', 'utf8')).not.toMatch(new RegExp(`^[^:]*:[^:]*:${uid}:`, 'm'))
  })

  it('takes over a cluster of the account `nobody`, stops its server that trusts every user, and sets passwords', async () => {
    const { process: keptProcess, enginePid } = await holdEngine('postgres', folder)
    await killHard(keptProcess)
    rmSync(join(folder, 'secret'))
    const engine = await start()
    expect(isAlive(enginePid)).toBe(false)
    expect(engine.adopted).toBe(false)
    expect(await connectAs({ host: engine.access.host, user: ownerRole })).toMatch(/^refused: .*password/)
    expect(await connectAs(credentialsFor(engine.access, ownerRole))).toBe(ownerRole)
    await engine.stop()
    spawnSync('chown', ['-R', `${nobodyUid}:${nobodyUid}`, join(folder, 'cluster'), join(folder, 'socket')])
    const restarted = await start()
    expect(ownerOf(restarted.pid ?? 0)).not.toBe(nobodyUid)
    expect(await connectAs(credentialsFor(restarted.access, ownerRole))).toBe(ownerRole)
  })
})

describe.runIf(canSetPrivileges && isReachable)('startEmbeddedDatabase', () => {
  const noCapabilities = ['--bounding-set=-all', '--inh-caps=-all']
  // https://docs.docker.com/engine/containers/run/#runtime-privilege-and-linux-capabilities
  const docker = 'chown,dac_override,fowner,fsetid,kill,setgid,setuid,setpcap,net_bind_service,net_raw,sys_chroot'
  const ordinary = ['--reuid=1234', '--regid=1234', '--clear-groups']
  it.each([
    ['root of a container', [`--bounding-set=-all,${docker.replace(/(\w+)/g, '+$1')}`, '--inh-caps=-all'], 0],
    ['root without any capability', noCapabilities, 0],
    ['a user without an account', ordinary, 1234],
  ])('starts as %s', async (_name, privileges, uid) => {
    chownSync(folder, uid, uid)
    const holder = await holdAs(privileges)
    const access = { host: join(folder, 'socket'), secret: readSecret(folder) ?? '' }
    expect(await connectAs(credentialsFor(access, ownerRole))).toBe(ownerRole)
    await killHard(holder.process)
    process.kill(holder.enginePid, 'SIGQUIT')
    await expect.poll(() => isAlive(holder.enginePid)).toBe(false)
  })

  async function holdAs(privileges: string[]): Promise<{ process: ChildProcess; enginePid: number }> {
    const script = fileURLToPath(new URL('../testing/holder.ts', import.meta.url))
    const command = [process.execPath, '--disable-warning=ExperimentalWarning', script, 'postgres', folder]
    const holder = spawn('setpriv', [...privileges, ...command], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: process.env.PATH, HOME: '/nonexistent' },
    })
    onTestFinished(() => void holder.kill('SIGKILL'))
    const [line] = (await once(holder.stdout, 'data')) as [Buffer]
    return { process: holder, enginePid: (JSON.parse(line.toString()) as { pid: number }).pid }
  }
})

describe('the embedded Postgres', () => {
  it('requires a password that only its own Kept can read', async () => {
    const { access } = await start()
    for (const user of [ownerRole, 'postgres', 'nobody']) {
      expect(await connectAs({ host: access.host, user })).toMatch(/^refused/)
      expect(await connectAs({ host: access.host, user, password: 'guess' })).toMatch(/^refused/)
    }
    expect(await connectAs(credentialsFor(access, ownerRole))).toBe(ownerRole)
    const files = ['secret', 'cluster', 'socket', 'postgres.log'].map(
      (name) => statSync(join(folder, name)).mode & 0o077,
    )
    expect(files).toEqual([0, 0, 0, 0])
  })

  it.runIf(isReachable)('keeps other users of the machine from connecting and reading', async () => {
    chmodSync(folder, 0o755)
    const { access } = await start()
    const attempt = `
      const { readFileSync } = require('node:fs'), { connect } = require('node:net')
      const codes = [${JSON.stringify(['secret', 'cluster/PG_VERSION', 'cluster/pg_hba.conf', 'postgres.log'])}.map((name) => {
        try { return readFileSync(${JSON.stringify(folder)} + '/' + name, 'utf8') } catch (error) { return error.code }
      })].flat()
      connect(${JSON.stringify(join(access.host, '.s.PGSQL.5432'))})
        .on('connect', () => { console.log([...codes, 'connected'].join()); process.exit() })
        .on('error', (error) => console.log([...codes, error.code].join()))`
    const { stdout } = spawnSync(process.execPath, ['-e', attempt], { uid: nobodyUid, gid: nobodyUid })
    expect(stdout.toString().trim()).toBe('EACCES,EACCES,EACCES,EACCES,EACCES')
  })

  it('starts after a reboot that reused its process ids', async () => {
    const first = await start()
    const socket = first.access.host
    await first.stop()
    // As the server left them: the lock of the cluster and of its socket, both now with the id of this process.
    const lock = [
      process.pid,
      join(folder, 'cluster'),
      1_000_000_000,
      5432,
      socket,
      '',
      '  1234567     98304',
      'ready',
      '',
    ]
    mkdirSync(socket, { recursive: true, mode: 0o700 })
    writeFileSync(join(folder, 'cluster', 'postmaster.pid'), lock.join('\n'), { mode: 0o600 })
    writeFileSync(join(socket, '.s.PGSQL.5432.lock'), lock.slice(0, 5).join('\n'), { mode: 0o600 })
    const restarted = await start()
    expect(restarted.adopted).toBe(false)
    expect(await connectAs(credentialsFor(restarted.access, ownerRole))).toBe(ownerRole)
    expect(existsSync(join(folder, 'cluster', 'postmaster.pid'))).toBe(true)
  })
})
