/** How a person grants access: a role and a script, made from the permissions that the ports declare. */
import { type FederationTrust, gcpAudience } from '@kept/domain/sync/federation.ts'
import type { SetupDocument } from '@kept/domain/sync/port.ts'
import { datasetPermissions, jobPermissions } from './billing/permissions.ts'
import { permissionsByDataset } from './ports.ts'

const services = [
  ...['cloudresourcemanager', 'cloudasset', 'cloudbilling'],
  ...['logging', 'monitoring', 'policyanalyzer'],
] as const

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

function scriptStart(more: readonly string[], example: string): string {
  const apis = [...services, ...more].map((service) => `${service}.googleapis.com`)
  return `# Run it in Cloud Shell: ${example}
set -eu
gcloud services enable ${apis.join(' ')} --project "$PROJECT"

cat > kept-reader.yaml <<ROLE
${roleYaml()}ROLE
# An earlier connection may have made it.
gcloud iam roles create keptReader --organization "$ORGANIZATION" --file kept-reader.yaml ||
  gcloud iam roles update keptReader --organization "$ORGANIZATION" --file kept-reader.yaml --quiet
`
}

/** Jobs are of a project; what is read is of one dataset, by a condition. */
function billingExportGrant(): string {
  const listed = (permissions: readonly { action: string }[]) => permissions.map(({ action }) => action).join(',')
  return `
# With BILLING_EXPORT=my-billing-project.my_dataset, it also grants reading the billing export, and no other dataset.
if [ -n "\${BILLING_EXPORT:-}" ]; then
  BILLING_PROJECT="\${BILLING_EXPORT%%.*}"
  DATASET="\${BILLING_EXPORT#*.}"
  DATASET="projects/$BILLING_PROJECT/datasets/\${DATASET%%.*}"
  gcloud services enable bigquery.googleapis.com --project "$BILLING_PROJECT"
  for ROLE in "keptBillingJobs ${listed(jobPermissions)}" "keptBillingReader ${listed(datasetPermissions)}"; do
    gcloud iam roles create "\${ROLE%% *}" --project "$BILLING_PROJECT" --permissions "\${ROLE#* }" ||
      gcloud iam roles update "\${ROLE%% *}" --project "$BILLING_PROJECT" --permissions "\${ROLE#* }" --quiet
  done
  gcloud projects add-iam-policy-binding "$BILLING_PROJECT" --condition None \\
    --member "$READER" --role "projects/$BILLING_PROJECT/roles/keptBillingJobs"
  gcloud projects add-iam-policy-binding "$BILLING_PROJECT" \\
    --member "$READER" --role "projects/$BILLING_PROJECT/roles/keptBillingReader" \\
    --condition "title=kept-billing-export,expression=resource.name == '$DATASET' || resource.name.startsWith('$DATASET/')"
fi`
}

/** Creates the role and the service account with a key, and enables what is read. */
function gcloudScript(): string {
  return `#!/bin/sh
# Creates the role "Kept Reader" and a service account that has it. Nothing in it can change a resource.
${scriptStart([], 'ORGANIZATION=123456789 PROJECT=my-project sh kept-gcp.sh')}gcloud iam service-accounts describe "kept-reader@$PROJECT.iam.gserviceaccount.com" > /dev/null 2>&1 ||
  gcloud iam service-accounts create kept-reader --project "$PROJECT" --display-name "Kept Reader"
READER="serviceAccount:kept-reader@$PROJECT.iam.gserviceaccount.com"
gcloud organizations add-iam-policy-binding "$ORGANIZATION" --condition None \\
  --member "$READER" --role "organizations/$ORGANIZATION/roles/keptReader"
${billingExportGrant()}
# An organization that forbids keys refuses this step: use the script with federation, which needs none.
[ -e kept-key.json ] || gcloud iam service-accounts keys create kept-key.json \\
  --iam-account "kept-reader@$PROJECT.iam.gserviceaccount.com"
cat kept-key.json
`
}

/** The pool trusts the tokens of one connection: by its condition, and by whom the role is granted to. */
function federatedScript({ issuer, subject }: FederationTrust): string {
  return `#!/bin/sh
# Creates the role "Kept Reader" and a workload identity pool whose one subject has it. Nothing in it can change a
# resource, and there is no key. With SERVICE_ACCOUNT=kept-reader, the subject acts as a service account of that name.
${scriptStart(['iam', 'sts', 'iamcredentials'], 'ORGANIZATION=123456789 PROJECT=my-project sh kept-gcp-federation.sh')}
POOL=\${POOL:-kept-${subject.slice(-8)}}
NUMBER=$(gcloud projects describe "$PROJECT" --format 'value(projectNumber)')
LOCATION="--project $PROJECT --location global"
gcloud iam workload-identity-pools describe "$POOL" $LOCATION > /dev/null 2>&1 ||
  gcloud iam workload-identity-pools create "$POOL" $LOCATION --display-name "Kept"
gcloud iam workload-identity-pools providers describe kept $LOCATION --workload-identity-pool "$POOL" > /dev/null 2>&1 ||
  gcloud iam workload-identity-pools providers create-oidc kept $LOCATION --workload-identity-pool "$POOL" \\
  --issuer-uri "${issuer}" \\
  --allowed-audiences "${gcpAudience}" \\
  --attribute-mapping "google.subject=assertion.sub" \\
  --attribute-condition "assertion.sub == '${subject}'"

MEMBER="principal://iam.googleapis.com/projects/$NUMBER/locations/global/workloadIdentityPools/$POOL/subject/${subject}"
READER="$MEMBER"
if [ -n "\${SERVICE_ACCOUNT:-}" ]; then
  EMAIL="$SERVICE_ACCOUNT@$PROJECT.iam.gserviceaccount.com"
  gcloud iam service-accounts describe "$EMAIL" > /dev/null 2>&1 ||
    gcloud iam service-accounts create "$SERVICE_ACCOUNT" --project "$PROJECT" --display-name "Kept Reader"
  gcloud iam service-accounts add-iam-policy-binding "$EMAIL" --project "$PROJECT" \\
    --member "$MEMBER" --role roles/iam.workloadIdentityUser
  READER="serviceAccount:$EMAIL"
  echo "Service account: $EMAIL"
fi
gcloud organizations add-iam-policy-binding "$ORGANIZATION" --condition None \\
  --member "$READER" --role "organizations/$ORGANIZATION/roles/keptReader"
${billingExportGrant()}
echo "Provider: projects/$NUMBER/locations/global/workloadIdentityPools/$POOL/providers/kept"
`
}

export function setupDocuments(): SetupDocument[] {
  return [{ label: 'the script for Cloud Shell', file_name: 'kept-gcp.sh', text: gcloudScript() }, role()]
}

/** Without a key. */
export function federatedDocuments(trust: FederationTrust): SetupDocument[] {
  return [
    { label: 'the script for Cloud Shell', file_name: 'kept-gcp-federation.sh', text: federatedScript(trust) },
    role(),
  ]
}

function role(): SetupDocument {
  return { label: 'the role', file_name: 'kept-reader.yaml', text: roleYaml() }
}
