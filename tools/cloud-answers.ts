/**
 * `docs/guides/cloud-answers.md`: what Kept reads of each cloud, from the permissions and lists that the ports declare,
 * and what it refuses by name. Run it to write the page again; a test fails when the page is not current.
 */
import { writeFileSync } from 'node:fs'
import { permissionsByDataset } from '@kept/connectors/aws/live/ports.ts'
import { inventoryPorts as azurePorts } from '@kept/connectors/azure/live/ports.ts'
import { inventoryPorts as googlePorts } from '@kept/connectors/gcp/live/inventory.ts'
import { inventoryPorts as kubernetesPorts } from '@kept/connectors/kubernetes/live/inventory.ts'
import { writePolicies } from '@kept/connectors/remediation/permissions/write-policies.ts'
import { refusedByAws } from './cloud-answers/refused-aws.ts'
import { refusedByAzure, refusedByGoogle, refusedByKubernetes } from './cloud-answers/refused-others.ts'

export const cloudAnswersGuide = 'docs/guides/cloud-answers.md'

type Rows = Readonly<Record<string, string>>

/** Operations of AWS, with the datasets they are read into. */
export function readOfAws(): Rows {
  const datasets = new Map<string, Set<string>>()
  for (const { dataset, permissions } of permissionsByDataset)
    for (const { action } of permissions) datasets.set(action, (datasets.get(action) ?? new Set()).add(dataset))
  return Object.fromEntries([...datasets].map(([action, names]) => [action, [...names].join(', ')]))
}

/** Operations of AWS that only a remedy sends, with the kinds of resources it is for. */
export function remediesOfAws(): Rows {
  const kinds = new Map<string, Set<string>>()
  for (const { provider, kind, permissions } of writePolicies())
    if (provider === 'aws')
      for (const action of permissions)
        kinds.set(action, (kinds.get(action) ?? new Set()).add(kind.replaceAll('_', ' ')))
  const read = readOfAws()
  return Object.fromEntries(
    [...kinds]
      .filter(([action]) => read[action] === undefined)
      .map(([action, names]) => [action, [...names].join(', ')]),
  )
}

export function readOfAzure(): Rows {
  return Object.fromEntries(azurePorts.flatMap(({ dataset, queries }) => queries.map(({ type }) => [type, dataset])))
}

function readOfGoogle(): Rows {
  return Object.fromEntries(googlePorts.flatMap(({ dataset, lists }) => lists.map(({ type }) => [type, dataset])))
}

function readOfKubernetes(): Rows {
  return Object.fromEntries(
    kubernetesPorts.flatMap(({ dataset, permissions }) => permissions.map(({ action }) => [action, dataset])),
  )
}

function table(head: string, rows: Rows, inCode: boolean): string {
  const lines = Object.entries(rows)
    .toSorted(([name], [other]) => (name < other ? -1 : 1))
    .map(([name, text]) => `| ${inCode ? `\`${name}\`` : name} | ${text} |`)
  return `${head}\n|---|---|\n${lines.join('\n')}\n`
}

const read = (name: string, rows: Rows) => table(`| ${name} | Read into |`, rows, true)
const refused = (name: string, rows: Rows, inCode = true) => table(`| ${name} | Why it is not read |`, rows, inCode)

export function makeCloudAnswersGuide(): string {
  return `# What Kept reads of each cloud

A connection lists what a rule or a check needs, and nothing else: each permission that it asks for is one that it uses. This page is made from the code. What a cloud also lists and Kept does not read is here with the reason; tests compare the tables with recorded answers of real accounts where those are present.

## AWS

${read('Operation', readOfAws())}
Remedies send these in addition, with a policy of their own ([permissions to act](permissions.md)):

${table('| Operation | For |', remediesOfAws(), true)}
${refused('Operation', refusedByAws)}
## Azure

Resource Graph is queried by type. Metrics, commitments and the activity log have APIs of their own ([connect Azure](connect-azure.md)).

${read('Type', readOfAzure())}
${refused('Type', refusedByAzure)}
## Google Cloud

Cloud Asset Inventory is listed by type. Metrics, commitments and the audit log have APIs of their own ([connect Google Cloud](connect-google-cloud.md)).

${read('Type', readOfGoogle())}
${refused('What', refusedByGoogle, false)}
## Kubernetes

${read('List', readOfKubernetes())}
${refused('What', refusedByKubernetes, false)}`
}

if (process.argv[1]?.endsWith('cloud-answers.ts')) {
  writeFileSync(cloudAnswersGuide, makeCloudAnswersGuide())
  console.log(`${cloudAnswersGuide} written`)
}
