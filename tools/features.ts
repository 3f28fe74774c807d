/**
 * `docs/FEATURES.md`: for each feature of the server what it depends on, where its parts stand in each package, its
 * routes, jobs, tables, events and screens. Run it to write the file; `--check` fails when the file is not current.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { contract } from '../packages/contract/src/contract.ts'
import { listContractRoutes } from '../packages/contract/src/list-routes.ts'
import { features } from '../packages/server/src/features.ts'
import { otherNames } from './feature-names.ts'
import { listEvents, listJobs, listRawRoutes, listScreen, listTables } from './feature-parts.ts'

const target = 'docs/FEATURES.md'

/** Folders whose entries belong to one feature each, or to none. */
const shelves = [
  'packages/domain/src',
  'packages/contract/src/routes',
  'packages/connectors/src',
  'packages/engine/src',
  'packages/store/src',
  'packages/store/src/database/baseline',
  'packages/store/src/warehouse/baseline',
  'packages/web/src/screens',
] as const

const names = features.map(({ name }): string => name)
const claimed = new Map(names.map((name) => [name, [] as string[]]))
for (const shelf of shelves) {
  for (const entry of readdirSync(shelf).toSorted()) {
    if (entry.includes('.test.')) continue
    const owner = ownerOf(basename(entry, '.ts'))
    if (owner) claimed.get(owner)?.push(`${shelf}/${entry}`)
  }
}

/** The feature whose name, or other name, is the longest beginning of this one. */
function ownerOf(entry: string): string | undefined {
  const candidates = names.flatMap((name) =>
    [name, singular(name), ...(otherNames[name] ?? [])]
      .filter((own) => entry === own || entry.startsWith(`${own}-`))
      .map((own) => ({ name, length: own.length })),
  )
  return candidates.toSorted((a, b) => b.length - a.length)[0]?.name
}

function singular(name: string): string {
  return name.replace(/ies$/, 'y').replace(/s$/, '')
}

function describe(feature: (typeof features)[number]): string {
  const parts = [`packages/server/src/${feature.name}`, ...(claimed.get(feature.name) ?? [])]
  const files = parts.flatMap(readSources)
  const groups: Record<string, object> = contract
  const routes = Object.entries(feature.routes).flatMap(([group, handlers]) => {
    const handled = Object.keys(handlers)
    const declared = Object.entries(groups[group] ?? {}).filter(([name]) => handled.includes(name))
    return listContractRoutes(Object.fromEntries(declared)).map(({ method, path }) => `${method} ${path}`)
  })
  const dependsOn = feature.dependsOn.map(({ name }) => name)
  const rows: [string, string[]][] = [
    ['depends on', dependsOn],
    ['files', parts],
    ['routes', [...routes, ...files.flatMap(listRawRoutes)]],
    ['jobs', files.flatMap(listJobs)],
    ['tables', files.flatMap(listTables)],
    ['events', files.flatMap(listEvents)],
    ['screens', files.flatMap(listScreen)],
  ]
  const lines = rows
    .filter(([, items]) => items.length > 0)
    .map(([label, items]) => `| ${label} | ${[...new Set(items)].map((item) => `\`${item}\``).join(', ')} |`)
  return `## ${feature.name}\n\n${summaryOf(feature.name)}\n\n| | |\n|---|---|\n${lines.join('\n')}\n`
}

/** The first comment of the feature's declaration. */
function summaryOf(name: string): string {
  const text = readFileSync(`packages/server/src/${name}/feature.ts`, 'utf8')
  return /^\/\*\* (.+) \*\/$/m.exec(text)?.[1] ?? ''
}

function readSources(path: string): { path: string; text: string }[] {
  const all = path.endsWith('.ts')
    ? [path]
    : readdirSync(path, { recursive: true, encoding: 'utf8' })
        .toSorted()
        .map((file) => `${path}/${file}`)
  return all
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.') && !file.includes('/testing/'))
    .map((file) => ({ path: file, text: readFileSync(file, 'utf8') }))
}

const intro = `# Features

Written by "node tools/features.ts". Events are notifications and live events by their kind, and audit events by their
action. What stands under no feature serves all of them. The stages after an import are listed in
packages/server/src/pipeline.ts; the background stages run in the job detect-anomalies.
`
const sorted = features.toSorted((a, b) => a.name.localeCompare(b.name))
const document = [intro, ...sorted.map(describe)].join('\n')
if (process.argv.includes('--check')) {
  if (readFileSync(target, 'utf8') !== document) {
    console.error(`${target} is not current. Run "node tools/features.ts".`)
    process.exit(1)
  }
  console.log(`features: ${features.length} features, as ${target} lists them`)
} else {
  writeFileSync(target, document)
}
