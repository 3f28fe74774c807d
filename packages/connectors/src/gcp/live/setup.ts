/** How a person grants access: a role and a script, made from the permissions that the ports declare. */
import type { SetupDocument } from '@kept/domain/sync/port.ts'
import { permissionsByDataset } from './ports.ts'

const services = ['cloudresourcemanager', 'cloudasset', 'logging', 'monitoring'] as const

export function readPermissions(): string[] {
  return [...new Set(permissionsByDataset.flatMap(({ permissions }) => permissions.map(({ action }) => action)))]
}

function roleYaml(): string {
  return `title: Kept Reader
description: Read access for Kept. It can list resources and read metrics, and change nothing.
stage: GA
includedPermissions:
${readPermissions()
  .map((permission) => `- ${permission}`)
  .join('\n')}
`
}

/** Creates the role and the service account with a key, and enables what is read. */
function gcloudScript(): string {
  return `#!/bin/sh
# Creates the role "Kept Reader" and a service account that has it. Nothing in it can change a resource.
# Run it in Cloud Shell: ORGANIZATION=123456789 PROJECT=my-project sh kept-gcp.sh
set -eu
gcloud services enable ${services.map((service) => `${service}.googleapis.com`).join(' ')} --project "$PROJECT"

cat > kept-reader.yaml <<ROLE
${roleYaml()}ROLE
gcloud iam roles create keptReader --organization "$ORGANIZATION" --file kept-reader.yaml
gcloud iam service-accounts create kept-reader --project "$PROJECT" --display-name "Kept Reader"
gcloud organizations add-iam-policy-binding "$ORGANIZATION" --condition None \\
  --member "serviceAccount:kept-reader@$PROJECT.iam.gserviceaccount.com" \\
  --role "organizations/$ORGANIZATION/roles/keptReader"
# An organization that forbids keys refuses this step: ask its owner for an exception for this project.
gcloud iam service-accounts keys create kept-key.json \\
  --iam-account "kept-reader@$PROJECT.iam.gserviceaccount.com"
cat kept-key.json
`
}

export function setupDocuments(): SetupDocument[] {
  return [
    { label: 'the script for Cloud Shell', file_name: 'kept-gcp.sh', text: gcloudScript() },
    { label: 'the role', file_name: 'kept-reader.yaml', text: roleYaml() },
  ]
}
