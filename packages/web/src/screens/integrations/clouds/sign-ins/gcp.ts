import type { FieldDescription, SignIn } from '../sign-in.ts'

const quotaProject = (owner: string): FieldDescription => ({
  name: 'quota_project',
  label: 'Quota project',
  hint: `Whose quota the requests use. Leave empty for the project of the ${owner}.`,
})
const projects: FieldDescription = {
  name: 'projects',
  label: 'Projects',
  hint: 'Leave empty to read all.',
  isList: true,
}

const billingExport: FieldDescription = {
  name: 'billing_export',
  label: 'Billing export',
  hint: 'The BigQuery dataset with the standard or detailed billing export. Leave empty to import bills in another way.',
  placeholder: 'shop-billing.billing',
}

export const gcpSignIns: readonly SignIn[] = [
  {
    method: 'federation',
    label: 'Federation',
    grant: {
      title: '1. Create a workload identity pool that trusts Kept',
      description:
        'The script creates the role Kept Reader and a workload identity pool for tokens of this connection. There is no key, so it also works where keys of service accounts are forbidden. With BILLING_EXPORT=project.dataset it also allows reading that dataset. Nothing in it can change a resource.',
    },
    enter: {
      title: '2. Enter the provider',
      description: 'Kept exchanges a token before it stores the name. Nothing secret is stored.',
    },
    fields: [
      {
        name: 'workload_identity_provider',
        label: 'Provider',
        hint: 'The last line that the script prints.',
        placeholder: 'projects/123456789012/locations/global/workloadIdentityPools/kept/providers/kept',
        missing: 'Enter the name of the provider.',
      },
      {
        name: 'service_account',
        label: 'Service account',
        hint: 'Its email address, where the script made one. Leave empty to read as the subject itself.',
      },
      quotaProject('pool'),
      projects,
      billingExport,
    ],
  },
  {
    method: 'keys',
    label: 'Key file',
    grant: {
      title: '1. Create a read-only service account',
      description:
        'The script creates the role Kept Reader and the service account kept-reader with a key. With BILLING_EXPORT=project.dataset it also allows reading that dataset. Nothing in it can change a resource.',
    },
    enter: {
      title: '2. Enter the key file',
      description: 'Kept tries the key before it stores it, encrypted. It is never shown again.',
    },
    fields: [
      {
        name: 'service_account_key',
        label: 'Key file',
        hint: 'The complete content of kept-key.json.',
        isFile: true,
        missing: 'Paste the key file.',
      },
      quotaProject('service account'),
      projects,
      billingExport,
    ],
  },
]
