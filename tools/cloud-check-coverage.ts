/**
 * `docs/guides/cloud-checks.md`: which check of a cloud scan can be known from which connection. What a check reads is
 * observed by evaluating it; what a connection writes is read from the source of its port, where each item names its
 * type and its attributes. Run it to write the page again; a test fails when the page is not current.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { InventoryRow } from '@kept/domain/facts.ts'
import { accountsOf } from '@kept/engine/security/scans/accounts.ts'
import { cloudChecks } from '@kept/engine/security/scans/cloud/all.ts'
import { gapOf } from '@kept/engine/security/scans/cloud/gaps.ts'
import { supportTables } from '@kept/engine/security/scans/cloud/supported-versions.ts'
import type { InventoryCheck } from '@kept/engine/security/scans/inventory-check.ts'

export const cloudCheckGuide = 'docs/guides/cloud-checks.md'

const clouds = { aws: 'AWS', azure: 'Azure', gcp: 'Google Cloud' } as const
export type Cloud = keyof typeof clouds
export const cloudNames = Object.keys(clouds) as Cloud[]

/** Checks that no resource of a cloud fails by what its connection reads, with the reason. */
export const neverFailing: Readonly<Record<Cloud, Readonly<Record<string, string>>>> = {
  aws: { 'bucket-encrypted': 'S3 encrypts every bucket.' },
  azure: {
    'bucket-encrypted': 'Azure encrypts every storage account.',
    'database-minor-upgrades': 'Azure installs minor versions in its maintenance window.',
    'snapshot-not-public': 'Azure shares a snapshot by links that expire, never with everyone.',
    'snapshot-encrypted': 'Azure encrypts every snapshot; an old one does not say how.',
    'volume-encrypted': 'Azure encrypts every disk; an old one does not say how.',
    'queue-encrypted': 'Azure encrypts every namespace of Service Bus.',
    'instance-not-long-stopped': 'Azure does not say since when an instance is stopped.',
    'trail-all-regions': 'The activity log of a subscription is one for all regions.',
  },
  gcp: {
    'bucket-encrypted': 'Google encrypts every bucket.',
    'database-encrypted': 'Google encrypts every database.',
    'database-minor-upgrades': 'Google installs minor versions in its maintenance window.',
    'warehouse-encrypted': 'Google encrypts every dataset.',
    'volume-encrypted': 'Google encrypts every disk.',
    'snapshot-encrypted': 'Google encrypts every snapshot.',
    'queue-encrypted': 'Google encrypts every topic.',
    'log-retention-limited': 'Log buckets always have an end.',
    'trail-all-regions': 'A sink takes the entries of a project from all regions.',
  },
}

const versionKinds: Readonly<Record<string, string>> = { kubernetes: 'Kubernetes', runtimes: 'Functions' }

/** As the inventory names them. */
export const providers = { aws: 'AWS', azure: 'Microsoft', gcp: 'Google Cloud' } as const

/** By the type of a resource, the attributes that the connection of a cloud writes. */
type Written = ReadonlyMap<string, ReadonlySet<string>>

export function attributesWritten(cloud: Cloud | 'oci' | 'kubernetes'): Written {
  const folder = `packages/connectors/src/${cloud}/live`
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|testing\//.test(file))
    .sort()
  const written = new Map<string, Set<string>>()
  for (const file of files)
    for (const [type, names] of itemsIn(readFileSync(`${folder}/${file}`, 'utf8')))
      written.set(type, new Set([...(written.get(type) ?? []), ...names]))
  return written
}

/** Items are calls of `awsItem`, `azureItem` and so on. */
function itemsIn(source: string): [type: string, names: string[]][] {
  return [...source.matchAll(/\b(?:aws|azure|gcp|oci|kubernetes)Item\(/g)].flatMap(({ index, 0: call }) => {
    const text = balanced(source, index + call.length - 1)
    const types = [...(/\btype: ([^,\n]+)/.exec(text)?.[1] ?? '').matchAll(/'([A-Z][^']+)'/g)].map(
      ([, type = '']) => type,
    )
    const start = text.indexOf('attributes({')
    const block = start < 0 ? '' : balanced(text, start + 'attributes('.length)
    return types.map((type): [string, string[]] => [type, topLevelNames(block)])
  })
}

/** From an opening bracket to the one that closes it; brackets in texts of ports come in pairs. */
function balanced(source: string, open: number): string {
  let depth = 0
  for (let index = open; index < source.length; index += 1) {
    if ('({['.includes(source[index] ?? ' ')) depth += 1
    if (')}]'.includes(source[index] ?? ' ')) depth -= 1
    if (depth === 0) return source.slice(open, index + 1)
  }
  return source.slice(open)
}

/** Names of the members of an object, without those of objects within it. */
function topLevelNames(block: string): string[] {
  let depth = 0
  let flat = ''
  for (const character of block.replaceAll(/\/\/.*$/gm, '')) {
    if (')}]'.includes(character)) depth -= 1
    if (depth === 1) flat += character
    if ('({['.includes(character)) depth += 1
  }
  return flat.split(',').flatMap((member) => /^\s*([a-z][a-z0-9_]*)\s*(?::|$)/.exec(member)?.[1] ?? [])
}

/** What a check asks of a resource of this type: attributes, and other properties. */
export function attributesRead(check: InventoryCheck, type: string): string[] {
  const names = new Set<string>()
  const attributes = new Proxy<Record<string, string>>(
    {},
    {
      get: (_target, name) => {
        names.add(String(name))
        return undefined
      },
    },
  )
  const row: InventoryRow = {
    ...{ provider: 'aws', resource_id: 'r', name: '', type, size: '', state: '', state_since: '' },
    ...{ state_seen_since: '', created_on: '' },
    ...{ owner: '', tags: {}, attributes, relations: [], related: [], sub_account_id: '1', region: '' },
  }
  const context = { today: '2026-01-01', rows: [row] }
  if ('evaluateAccount' in check) {
    for (const account of accountsOf(context.rows)) check.evaluateAccount(account, context)
    return [...names]
  }
  // What decides whether it applies is optional: a resource without it is one that it applies to.
  check.appliesTo?.(row)
  names.clear()
  check.evaluate(row, context)
  return [...names]
}

/** Whether a connection writes what the check reads, of some type of its kind. */
export function canKnow(check: InventoryCheck, written: Written): boolean {
  return [...written].some(
    ([type, names]) =>
      check.kind.type.test(type) && attributesRead(check, type).every((attribute) => names.has(attribute)),
  )
}

export function makeCloudCheckGuide(): string {
  const written = cloudNames.map((cloud) => ({ cloud, types: attributesWritten(cloud) }))
  const rows = cloudChecks.map((check) => {
    const cells = written.map(({ cloud, types }) =>
      canKnow(check, types) ? (neverFailing[cloud][check.id] ? 'always' : 'yes') : 'no',
    )
    return `| \`${check.id}\` | ${check.title} | ${cells.join(' | ')} |`
  })
  const counts = written
    .map(({ cloud, types }) => `${clouds[cloud]} ${cloudChecks.filter((check) => canKnow(check, types)).length}`)
    .join(', ')
  const gaps = written.flatMap(({ cloud, types }) =>
    cloudChecks
      .filter((check) => !canKnow(check, types))
      .map(({ id }) => `| \`${id}\` | ${clouds[cloud]} | ${gapOf(id, providers[cloud])?.reason ?? ''} |`),
  )
  const constant = cloudNames.flatMap((cloud) =>
    Object.entries(neverFailing[cloud]).map(([id, reason]) => `| \`${id}\` | ${clouds[cloud]} | ${reason} |`),
  )
  const ends = cloudNames.flatMap((cloud) =>
    Object.entries(supportTables[cloud] ?? {}).map(
      ([kind, { source, read_on }]) => `| ${clouds[cloud]} | ${versionKinds[kind]} | <${source}> | ${read_on} |`,
    ),
  )
  return `# What a cloud scan can know

A check of a cloud scan reads the inventory, which a connection brings. Where a permission is missing, the check names it, and says that it cannot know.

- **yes**: a connection brings what the check reads (${counts} of ${cloudChecks.length} checks).
- **always**: the same, and no resource fails by it; [the reason](#never-failing) is below.
- **no**: the cloud has no such thing, or records it for no one; [the reason](#not-known) is below, and in the result of the check. An inventory that you upload can hold what is not recorded.

Not every resource has an answer: a load balancer that passes bytes through does not know whether they are encrypted.

| Check | Title | ${Object.values(clouds).join(' | ')} |
|---|---|---|---|---|
${rows.join('\n')}

## Not known

| Check | Cloud | Reason |
|---|---|---|
${gaps.join('\n')}

## Never failing

| Check | Cloud | Reason |
|---|---|---|
${constant.join('\n')}

## Ends of support

A newer version than the page had is unknown until Kept has its day.

| Cloud | Versions | Published at | Read on |
|---|---|---|---|
${ends.join('\n')}
`
}

if (process.argv[1]?.endsWith('cloud-check-coverage.ts')) {
  writeFileSync(cloudCheckGuide, makeCloudCheckGuide())
  console.log(`${cloudCheckGuide} written`)
}
