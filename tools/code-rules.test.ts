/** What the code must never do: each rule is evidence for docs/security/asvs.json. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const sources = execFileSync('git', ['ls-files', '-z', ':(glob)packages/*/src/**'], { encoding: 'utf8' })
  .split('\0')
  .filter((path) => /\.(?:ts|tsx|mjs)$/.test(path) && !/\.test\.tsx?$|\/testing\//.test(path))
  .flatMap((path) => {
    try {
      return [{ path, text: readFileSync(path, 'utf8') }]
    } catch {
      return []
    }
  })

/** "file: line" of every use, in the packages named. */
function usesOf(pattern: RegExp, packages: readonly string[] = []): string[] {
  return sources
    .filter(({ path }) => packages.length === 0 || packages.some((name) => path.startsWith(`packages/${name}/`)))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line) => (pattern.test(line) ? [`${path}: ${line.trim().slice(0, 160)}`] : [])),
    )
}

const fileOf = (use: string) => use.split(':', 1)[0]

const running = ['server', 'store', 'connectors', 'contract', 'client', 'domain', 'engine']

it('reads the whole code', () => expect(sources.length).toBeGreaterThan(1000))

it('makes no code at run time', () => {
  expect(usesOf(/\beval\(|new Function\(|\bvm\.run|from 'node:vm'/).map(fileOf)).toEqual([
    // Of the command line alone, which asks the engine for its garbage collector.
    'packages/server/src/cli/verify/tidy-memory.ts',
  ])
})

it('draws text as text', () => {
  expect(
    usesOf(/dangerouslySetInnerHTML|\.(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write/, ['web', 'ui']),
  ).toEqual([])
})

it('sends no message to another window', () => {
  const senders = usesOf(/\.postMessage\(/, ['web', 'ui']).map(fileOf)
  // A BroadcastChannel, which is of one origin.
  expect(senders).toEqual(['packages/web/src/session/current.ts'])
})

it('starts programs without a shell, in three files alone', () => {
  expect(usesOf(/shell: true|\bexecSync\(|[^.\w]exec\(/, running)).toEqual([])
  const starting = usesOf(/(?<![.\w])spawn(?:Sync)?\(|(?<![.\w])execFile(?:Sync)?\(|(?<![.\w])fork\(/, running)
  expect([...new Set(starting.map(fileOf))].sort()).toEqual([
    'packages/server/src/loops/file/evaluate-in-process.ts',
    'packages/store/src/database/postgres-user.ts',
    'packages/store/src/warehouse/embedded.ts',
  ])
})

it('draws what must not be guessed from node:crypto', () => {
  expect(usesOf(/Math\.random\(/, ['server', 'store', 'contract', 'client', 'connectors'])).toEqual([])
})

it('seals with AES-256-GCM alone', () => {
  const ciphers = usesOf(/create(?:De)?[cC]ipheriv\(/).filter((use) => !use.includes("'aes-256-gcm'"))
  expect(ciphers).toEqual([])
})

it('hashes with SHA-256; SHA-1 is inside the HMAC of one-time codes alone, MD5 nowhere', () => {
  const weak = usesOf(/['"](?:md5|sha1|sha-1|ripemd160|des|rc4)['"]/i, ['server', 'store', 'connectors', 'client'])
  expect(weak.map(fileOf)).toEqual(['packages/server/src/identity/totp.ts'])
})

it('checks every certificate', () => {
  expect(usesOf(/rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|insecureSkip/)).toEqual([])
})

it('lets no other origin read an answer', () => {
  expect(usesOf(/access-control-allow|@fastify\/cors/i)).toEqual([])
})

it('makes no regular expression of request data', () => {
  const callers = usesOf(/new RegExp\(/, running).map(fileOf)
  // Of names that stand in the code: an XML tag, what processes hold, two instance types, the contract's paths, the
  // site's. And of the name of a person, letter by letter, where it is erased.
  expect([...new Set(callers)].sort()).toEqual([
    'packages/connectors/src/remediation/aws/address.ts',
    'packages/contract/src/match-route.ts',
    'packages/engine/src/loops/aggregate/metric-role.ts',
    'packages/engine/src/rules/instance-successors.ts',
    'packages/server/src/deletion/erase-account.ts',
    'packages/server/src/platform/site.ts',
  ])
})

it('reads and writes time in UTC', () => {
  expect(
    usesOf(/\.get(?:FullYear|Month|Date|Day|Hours|Minutes)\(\)/, ['server', 'store', 'engine', 'connectors']),
  ).toEqual([])
})
