/**
 * `docs/guides/permissions.md` from the permissions that the remedies declare. Run it to write the page again; a test
 * fails when the page is not current.
 */
import { writeFileSync } from 'node:fs'
import { writePolicies, writePolicyOfProvider } from '@kept/connectors/remediation/permissions/write-policies.ts'
import { remediationProviders } from '@kept/domain/remediation-provider.ts'

export const permissionsGuide = 'docs/guides/permissions.md'

const labels = { aws: 'AWS', azure: 'Azure', gcp: 'Google Cloud', kubernetes: 'Kubernetes' } as const

const limits = {
  aws: 'Changes of existing resources are limited to the tag `kept:allow=true`. AWS cannot check it where a resource is created (snapshots, volumes and addresses of an undo) or for `lambda:UpdateEventSourceMapping`. Snapshots are deleted only with the tag `kept:backup-of`, which Kept sets on its backups, or with those of an image that has `kept:allow=true`. The tag `kept:delete-after` of what waits to be deleted is the only one that Kept may set or remove on existing resources. Load balancers are made only with the tag `kept:restored-from`, and task definitions only with the tag `kept:resized-from`. `iam:PassRole`, which AWS asks for where a task definition has roles, is limited to tasks of ECS and to the role that you name: in the policy replace `NAME_OF_THE_TASK_ROLE` and the account, in CloudFormation and Terraform set the parameter. Until then it allows nothing, and tasks with roles are not resized. `application-autoscaling:RegisterScalableTarget` is limited to services of ECS.',
  azure: 'A custom role cannot be limited by tags. Assign it to the resource groups that Kept may change.',
  gcp: 'A custom role cannot be limited by labels. Grant it in the projects that Kept may change.',
  kubernetes: 'A role counts in one namespace. Apply it in those that Kept may change.',
} as const

export function makePermissionsGuide(): string {
  const policies = writePolicies()
  const sections = remediationProviders.map((provider) => {
    const rows = policies
      .filter((policy) => policy.provider === provider)
      .map(({ kind, steps, permissions }) => {
        const names = permissions.map((permission) => `\`${permission}\``).join(', ')
        return `| ${kind.replaceAll('_', ' ')} | ${steps.join(', ').replaceAll('_', ' ')} | ${names} |`
      })
    const files = writePolicyOfProvider(provider)
      .map(({ label }) => label)
      .join(', ')
    return `## ${labels[provider]}\n\n${limits[provider]} Files: ${files}.\n\n| Resource | Steps | Permissions |\n|---|---|---|\n${rows.join('\n')}\n`
  })
  return `# Permissions to act

Reading and changing are separate. The role that reads ([connect AWS](connect-aws.md)) can change nothing. What Kept may change is allowed for each kind of resource, later, with a policy of its own.

Download the policies under **Autopilot, Permissions**, or on the page of a connection. Each is made from the permissions that the code declares, and a test holds them equal. None was tried in a real account of these providers: AWS policies are tested against an emulator. Apply them in a test account first.

${sections.join('\n')}`
}

if (process.argv[1]?.endsWith('permissions-guide.ts')) {
  writeFileSync(permissionsGuide, makePermissionsGuide())
  console.log(`${permissionsGuide} written`)
}
