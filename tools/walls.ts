/**
 * The import rules: which package may import which, and no import cycle anywhere, type-only ones included.
 * dependency-cruiser finds the imports, this table decides which are allowed. Run by `npm run check`.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import { hashOfImports, rememberWell, wereWell } from './walls-memory.ts'

type Room =
  | 'foundation'
  | 'domain'
  | 'contract'
  | 'client'
  | 'connectors'
  | 'store'
  | 'engine'
  | 'scenarios'
  | 'server'
  | 'ui'
  | 'web'
  | 'site'

/** Which package may import which. Every package may import itself; npm packages are checked by its package.json. */
const mayKnow: Record<Room, Room[]> = {
  foundation: [],
  domain: ['foundation'],
  contract: ['foundation', 'domain'],
  // Sends requests: for the dashboard, the command line and customers' own programs.
  client: ['foundation', 'domain', 'contract'],
  connectors: ['foundation', 'domain'],
  store: ['foundation', 'domain'],
  engine: ['foundation', 'domain'],
  scenarios: ['foundation', 'domain'],
  server: ['foundation', 'domain', 'contract', 'client', 'connectors', 'store', 'engine', 'scenarios'],
  ui: ['foundation'],
  web: ['foundation', 'domain', 'contract', 'client', 'ui'],
  // Made at build time, so it may read files; only its script runs in a browser.
  site: ['foundation', 'domain', 'ui'],
}

/** Packages without I/O: they may not import Node's own modules (tests beside the code may). */
const pureRooms: Room[] = [
  'foundation',
  'domain',
  'contract',
  'client',
  'connectors',
  'engine',
  'scenarios',
  'ui',
  'web',
]

/** Isolated folders: those directly below `inside` never import each other, except those in `except`. */
const isolatedFolders = [
  { inside: 'packages/connectors/src', except: [] as string[] },
  { inside: 'packages/web/src/screens', except: [] as string[] },
]

/**
 * The features of the server: a feature may use another one only if its `feature.ts` imports that one's, which is how it
 * names it in `dependsOn`. It may then import the files in the other's `public` folder, and nothing else of it.
 */
const featuresFolder = 'packages/server/src'
/** Every feature may import it; it may import no feature. */
const platformFolder = 'platform'
/** They may import every feature, and no feature imports them, except tests. */
const outsideFeatures = ['cli', 'testing', 'formats']

const hash = hashOfImports(listSources(), listSettings())
if (!process.argv.includes('--all') && wereWell(hash)) {
  console.log('walls: no import changed since they were found well')
  process.exit(0)
}
const arrows = await findArrows()
const violations = [...arrows.flatMap(evaluate), ...evaluateFeatures(arrows), ...circles(arrows)]
if (violations.length > 0) {
  console.error(violations.join('\n'))
  process.exit(1)
}
if (!declaresPackages()) process.exit(1)
rememberWell(hash)
console.log(`walls: ${arrows.length} imports, every one allowed`)

/**
 * Whether every npm package that is imported is a dependency of the package that imports it. Here and not in biome.json:
 * the rule reads the complete repository, however few files are to be linted.
 */
function declaresPackages(): boolean {
  const rule = 'correctness/noUndeclaredDependencies'
  return spawnSync('biome', ['lint', `--only=${rule}`, '--error-on-warnings', '.'], { stdio: 'inherit' }).status === 0
}

type Arrow = { from: string; to: string; circular: boolean; cycle: string[] }

async function findArrows(): Promise<Arrow[]> {
  const { output } = await cruise(
    ['packages', 'tools', 'bench', 'e2e'],
    {
      doNotFollow: { path: 'node_modules' },
      exclude: { path: ['/dist/', '/fixtures/'] },
      tsPreCompilationDeps: true,
      tsConfig: { fileName: 'tsconfig.json' },
      ruleSet: { forbidden: [{ name: 'no-circle', severity: 'error', from: {}, to: { circular: true } }] },
      validate: true,
      enhancedResolveOptions: {
        exportsFields: ['exports'],
        conditionNames: ['import', 'types', 'default'],
        extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
      },
    },
    {},
    { tsConfig: extractTSConfig('tsconfig.json') },
  )
  const modules = (output as ICruiseResult).modules.filter((module) => !module.source.includes('node_modules'))
  const sourceCount = modules.filter((module) => /^packages\/.*\.tsx?$/.test(module.source)).length
  const expected = countSources('packages')
  // A tool that finds no parser looks at nothing and is content: count what it saw.
  if (sourceCount < expected) {
    console.error(`walls: only ${sourceCount} of ${expected} source files were read; the check itself is broken.`)
    process.exit(1)
  }
  return modules.flatMap((module) =>
    module.dependencies.map((dependency) => ({
      from: module.source,
      to: dependency.resolved,
      circular: dependency.circular ?? false,
      cycle: (dependency.cycle ?? []).map((step) => (typeof step === 'string' ? step : step.name)),
    })),
  )
}

function evaluate({ from, to }: Arrow): string[] {
  const room = roomOf(from)
  const target = roomOf(to)
  // Tests and build settings run on this machine, not in the product.
  const isTest = /\.(test\.tsx?|config\.ts)$/.test(from) || from.includes('/testing/')
  const violations: string[] = []
  if (room && target && room !== target && !mayKnow[room].includes(target)) {
    violations.push(`walls: ${from} imports ${to}; ${room} may know ${mayKnow[room].join(', ') || 'no other room'}.`)
  }
  if (room && pureRooms.includes(room) && !isTest && isNodeModule(to)) {
    violations.push(`walls: ${from} imports node's "${to}"; ${room} does no I/O.`)
  }
  for (const { inside, except } of isolatedFolders) {
    const [fromFolder, toFolder] = [folderBelow(inside, from), folderBelow(inside, to)]
    if (
      fromFolder &&
      toFolder &&
      fromFolder !== toFolder &&
      !except.includes(fromFolder) &&
      !except.includes(toFolder)
    ) {
      violations.push(`walls: ${from} imports ${to}; the folders of ${inside} may not import each other.`)
    }
  }
  return violations
}

function evaluateFeatures(all: Arrow[]): string[] {
  const between = all.flatMap(({ from, to }) => {
    const [feature, other] = [folderBelow(featuresFolder, from), folderBelow(featuresFolder, to)]
    return feature && other && feature !== other ? [{ from, to, feature, other }] : []
  })
  const declared = new Set(
    between
      .filter(({ from, to }) => isFeatureFile(from) && isFeatureFile(to))
      .map(({ feature, other }) => `${feature} ${other}`),
  )
  return between.flatMap(({ from, to, feature, other }) => {
    const isTest = /\.test\.ts$/.test(from) || from.includes('/testing/')
    if (outsideFeatures.includes(feature) || other === platformFolder) return []
    if (isTest && (other === 'testing' || feature === platformFolder)) return []
    if (feature === platformFolder || outsideFeatures.includes(other))
      return [`walls: ${from} imports ${to}; ${feature} may not import ${other}.`]
    if (isFeatureFile(from) && isFeatureFile(to)) return []
    if (!declared.has(`${feature} ${other}`))
      return [`walls: ${from} imports ${to}; name ${other} in dependsOn of ${featuresFolder}/${feature}/feature.ts.`]
    if (to.startsWith(`${featuresFolder}/${other}/public/`)) return []
    return [`walls: ${from} imports ${to}; of another feature, import only files in its public folder.`]
  })
}

function isFeatureFile(path: string): boolean {
  return path.startsWith(`${featuresFolder}/`) && path.split('/').length === 5 && path.endsWith('/feature.ts')
}

function circles(all: Arrow[]): string[] {
  const cyclePaths = new Set(
    all.filter((arrow) => arrow.circular).map((arrow) => [...new Set(arrow.cycle)].sort().join(' -> ')),
  )
  return [...cyclePaths].map((circle) => `walls: a circle of imports: ${circle}`)
}

function roomOf(path: string): Room | undefined {
  const name = /^packages\/([^/]+)\//.exec(path)?.[1]
  return name && name in mayKnow ? (name as Room) : undefined
}

function folderBelow(inside: string, path: string): string | undefined {
  if (!path.startsWith(`${inside}/`)) return undefined
  const [folder, file] = path.slice(inside.length + 1).split('/')
  return file ? folder : undefined
}

function isNodeModule(path: string): boolean {
  return path.startsWith('node:') || ['fs', 'path', 'os', 'crypto', 'http', 'child_process'].includes(path)
}

/** Whatever may import something. */
function listSources(): string[] {
  return ['packages', 'tools', 'bench', 'e2e'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(tsx?|m?js|json|css)$/.test(file) && !/node_modules|(^|\/)(dist|fixtures)\//.test(file))
      .map((file) => `${folder}/${file}`),
  )
}

/** What decides where an import leads, and this table itself. */
function listSettings(): string[] {
  const manifests = listSources().filter((file) => file.endsWith('/package.json'))
  return ['package.json', 'package-lock.json', 'tsconfig.json', 'tools/walls.ts', ...manifests]
}

function countSources(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\/src\/.*\.tsx?$/.test(file) && !/node_modules|\/dist\/|\/fixtures\//.test(file),
  ).length
}
