/**
 * Kept starts where it is installed: as root below a home that nobody else may enter, and as a user without any
 * privilege as in a container; both from a checkout that cannot be written, with its data elsewhere. A path prefix is
 * tested in base-path.test.ts, a TLS proxy in several-processes.test.ts.
 */
import { spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import { deliver } from './imports/testing/deliver.ts'
import { smallBill } from './imports/testing/small-bill.ts'
import { killKept, type SpawnedKept, spawnKept } from './testing/acknowledged/spawned-kept.ts'

const repository = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')
const mayMount =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['--mount', 'setpriv', '--version']).status === 0
const skipped = mayMount ? '' : ' (SKIPPED: it needs Linux, root, unshare and setpriv)'
if (!mayMount) process.stderr.write(`NOT TESTED: starts from a read-only checkout and without privileges${skipped}.\n`)

/** A user id without an account, without capabilities and with no way to get any. */
const user = 10_001
const unprivileged = [
  ...['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups'],
  ...['--bounding-set=-all', '--inh-caps=-all', '--no-new-privs'],
]

/**
 * A command that starts the one behind it with the checkout at `home`/kept, read-only and in a mount namespace of its
 * own, by way of `wrapper`.
 */
function readOnlyIn(home: string, wrapper: readonly string[] = []): string[] {
  const script = `
    set -e
    home=$1 repository=$2
    shift 2
    mount --bind "$repository" "$home/kept"
    mount -o remount,bind,ro "$home/kept"
    cd "$home/kept"
    if touch written 2>/dev/null; then echo "the checkout can be written" >&2; exit 1; fi
    set -- $(printf '%s\\n' "$@" | sed "s|^$repository|$home/kept|")
    exec "$@"`
  return ['unshare', '--mount', '/bin/sh', '-c', script, 'sh', home, repository, ...wrapper]
}

let folder = ''
let kept: SpawnedKept | undefined
afterEach(async () => {
  if (kept) await killKept(kept, await kept.enginePids().catch(() => []))
  kept = undefined
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
})

interface Installation {
  name: string
  homeMode: number
  wrapper: readonly string[]
  owner: number
}

const installations: Installation[] = [
  { name: 'as root below a closed home', homeMode: 0o700, wrapper: [], owner: 0 },
  { name: 'as a user without privileges', homeMode: 0o755, wrapper: unprivileged, owner: user },
]

it.skipIf(!mayMount).each(installations)(
  `starts $name, from a read-only checkout${skipped}`,
  async ({ homeMode, wrapper, owner }) => {
    folder = mkdtempSync(join(tmpdir(), 'kept-installed-'))
    chownSync(folder, owner, owner)
    const home = join(folder, 'home')
    mkdirSync(join(home, 'kept'), { recursive: true, mode: homeMode })
    kept = await spawnKept(folder, {}, readOnlyIn(home, wrapper))
    const { url, client, headers } = kept
    const done = await deliver(
      { url, client, headers: () => headers },
      smallBill([{ billed: '1.25' }, { billed: '2' }]),
    )
    expect(done).toMatchObject({ status: 'done', reconciliation: { ok: true } })
    const { data } = await client.costs.query({ measures: ['billed'] })
    expect(data.totals).toMatchObject([{ values: { billed: '3.25' } }])
  },
)
