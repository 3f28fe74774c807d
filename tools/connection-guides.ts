/**
 * The parts of `docs/guides/connect-*.md` that the code declares: permissions with their reasons, policies, manifests,
 * and what remedies may change. Run it to write them again; a test fails when a guide is not current.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { permissionsByDataset as aws } from '@kept/connectors/aws/live/ports.ts'
import { permissionsByDataset as azure } from '@kept/connectors/azure/live/ports.ts'
import { allPermissionsByDataset as gcp } from '@kept/connectors/gcp/live/ports.ts'
import { permissionsByDataset as kubernetes } from '@kept/connectors/kubernetes/live/ports.ts'
import { manifest } from '@kept/connectors/kubernetes/live/setup.ts'
import { permissionsByDataset as oci } from '@kept/connectors/oci/live/ports.ts'
import { readStatements } from '@kept/connectors/oci/live/setup.ts'
import { writePolicies } from '@kept/connectors/remediation/permissions/write-policies.ts'
import type { CloudKind, StorageKind } from '@kept/domain/connection-kind.ts'
import type { RemediationProvider } from '@kept/domain/remediation-provider.ts'
import type { LivePermission } from '@kept/domain/sync/port.ts'
import { exportSetup } from '@kept/server/sync/exports/check-exports.ts'

const readPermissions: Readonly<
  Record<CloudKind, readonly { unlocks: string; permissions: readonly LivePermission[] }[]>
> = { aws, azure, gcp, oci, kubernetes }

/** The folders that the guide of buckets uses as its example. */
const folders = {
  s3: 's3://acme-billing/exports/kept/',
  azure_blob: 'az://exports/kept/',
  gcs: 'gs://acme-billing/kept/',
} as const satisfies Record<StorageKind, string>

/** Each block by its name in the comment before it. */
const blocks: Readonly<Record<string, () => string>> = {
  ...Object.fromEntries(
    (Object.keys(readPermissions) as CloudKind[]).map((kind) => [`read ${kind}`, () => readTable(kind)]),
  ),
  ...Object.fromEntries(
    (['aws', 'azure', 'gcp', 'kubernetes'] as const).map((provider) => [
      `write ${provider}`,
      () => writeTable(provider),
    ]),
  ),
  ...Object.fromEntries((['s3', 'azure_blob', 'gcs'] as const).map((kind) => [`grant ${kind}`, () => grantOf(kind)])),
  'policy oci': () => fenced('', readStatements().join('\n')),
  'manifest kubernetes': () => fenced('yaml', manifest()),
}

/** A permission that several lists need has the reason of the first. */
function readTable(kind: CloudKind): string {
  const rows = readPermissions[kind].flatMap(({ unlocks, permissions }) => {
    const byAction = new Map(permissions.map((permission) => [permission.action, permission] as const).toReversed())
    return [...byAction.values()].toReversed().map(({ action, reason }, index) => {
      return `| ${index === 0 ? unlocks : ''} | \`${action}\` | ${reason} |`
    })
  })
  return `| What it adds | Permission | Why |\n|---|---|---|\n${rows.join('\n')}`
}

function writeTable(provider: RemediationProvider): string {
  const stepsByKind = new Map<string, Set<string>>()
  for (const { kind, steps } of writePolicies().filter((policy) => policy.provider === provider)) {
    const existing = stepsByKind.get(kind) ?? new Set()
    for (const step of steps) existing.add(step)
    stepsByKind.set(kind, existing)
  }
  const rows = [...stepsByKind].map(([kind, steps]) => `| ${asText(kind)} | ${[...steps].map(asText).join(', ')} |`)
  return `| Resource | What Kept can do |\n|---|---|\n${rows.join('\n')}`
}

function grantOf(kind: StorageKind): string {
  const { file_name, text } = exportSetup(kind, folders[kind])
  return fenced(file_name.endsWith('.json') ? 'json' : 'sh', text)
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``
}

function asText(name: string): string {
  return name.replaceAll('_', ' ')
}

const block = /<!-- from the code: ([a-z0-9_ ]+) -->\n[\s\S]*?<!-- end -->/g

/** The text of a guide with each block as the code declares it. */
export function withDeclarations(text: string): string {
  return text.replaceAll(block, (_all, name: string) => {
    const write = blocks[name]
    if (!write) throw new Error(`No block is called "${name}". There are: ${Object.keys(blocks).join(', ')}.`)
    return `<!-- from the code: ${name} -->\n\n${write()}\n\n<!-- end -->`
  })
}

export const connectionGuides = ['aws', 'azure', 'google-cloud', 'oracle-cloud', 'kubernetes', 'buckets', 'tools'].map(
  (name) => `docs/guides/connect-${name}.md`,
)

if (process.argv[1]?.endsWith('connection-guides.ts'))
  for (const guide of connectionGuides) {
    writeFileSync(guide, withDeclarations(readFileSync(guide, 'utf8')))
    console.log(`${guide} written`)
  }

/** The names of the blocks that a guide has. */
export function blocksIn(text: string): string[] {
  return [...text.matchAll(block)].map(([, name = '']) => name)
}

export const blockNames: readonly string[] = Object.keys(blocks)
