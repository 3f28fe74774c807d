/** What each remedy needs to be allowed, as files that a customer applies. Made from what the remedies declare. */
import type { RemediationProvider } from '@kept/domain/remediation-provider.ts'
import { allRemedies, changeRemedies } from '../remedies.ts'
import type { Remedy } from '../remedy.ts'
import { awsWriteModule, awsWritePolicy, awsWriteTemplate } from './aws-policy.ts'
import { azureRoleScript, googleRoleScript, kubernetesRole } from './other-roles.ts'

interface PolicyFile {
  /** The name to save it under. */
  name: string
  /** "IAM policy", "Terraform module". */
  label: string
  text: string
}

export interface WritePolicyOfRemedy {
  provider: RemediationProvider
  kind: string
  steps: string[]
  permissions: string[]
  /** The API can limit it to resources with the tag kept:allow=true. */
  is_tag_limited: boolean
  files: PolicyFile[]
}

/** In the order of the remedies; a kind with several remedies has an entry for each. */
export function writePolicies(): WritePolicyOfRemedy[] {
  return [...allRemedies, ...changeRemedies].map(writePolicyOf)
}

/** All remedies of a provider in one: for customers who allow everything at once. */
export function writePolicyOfProvider(provider: RemediationProvider): PolicyFile[] {
  const remedies = [...allRemedies, ...changeRemedies].filter((remedy) => remedy.provider === provider)
  return filesFor(provider, 'KeptWrite', [...new Set(remedies.flatMap(({ permissions }) => permissions))])
}

function writePolicyOf({ provider, kind, steps, permissions }: Remedy): WritePolicyOfRemedy {
  const name = `KeptWrite-${kind.replaceAll('_', '-')}-${steps.join('-').replaceAll('_', '-')}`
  const files = filesFor(provider, name, permissions)
  return {
    ...{ provider, kind, steps: [...steps], permissions: [...permissions], files },
    is_tag_limited: files.some(({ text }) => text.includes('aws:ResourceTag/kept:allow')),
  }
}

function filesFor(provider: RemediationProvider, name: string, permissions: readonly string[]): PolicyFile[] {
  switch (provider) {
    case 'aws':
      return [
        {
          name: `${name}.json`,
          label: 'IAM policy',
          text: `${JSON.stringify(awsWritePolicy(permissions), null, 2)}\n`,
        },
        { name: `${name}.cfn.json`, label: 'CloudFormation', text: awsWriteTemplate(name, permissions) },
        { name: `${name}.tf`, label: 'Terraform module', text: awsWriteModule(name, permissions) },
      ]
    case 'azure':
      return [{ name: `${name}.az.sh`, label: 'az script', text: azureRoleScript(name, permissions) }]
    case 'gcp':
      return [{ name: `${name}.gcloud.sh`, label: 'gcloud script', text: googleRoleScript(name, permissions) }]
    case 'kubernetes':
      return [{ name: `${name}.yaml`, label: 'Role manifest', text: kubernetesRole(name, permissions) }]
  }
}
