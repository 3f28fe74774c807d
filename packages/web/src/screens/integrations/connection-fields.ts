/** What each kind of object storage asks for, in the order of its form. */
import type { NewConnection } from '@kept/domain/connection.ts'
import type { StorageKind } from '@kept/domain/connection-kind.ts'

export type ConnectionField =
  | 'name'
  | 'region'
  | 'access_key_id'
  | 'secret_access_key'
  | 'session_token'
  | 'endpoint'
  | 'account'
  | 'sas_token'
  | 'account_key'
  | 'access_id'
  | 'secret'
  | 'export_address'

interface FieldDescription {
  name: ConnectionField
  label: string
  hint?: string
  placeholder?: string
  optional?: boolean
  secret?: boolean
}

const name: FieldDescription = { name: 'name', label: 'Name', placeholder: 'Billing exports' }
const endpoint: FieldDescription = {
  name: 'endpoint',
  label: 'Endpoint',
  hint: 'Only for your own storage server, if the operator allows it.',
  placeholder: 'https://minio.example.com',
  optional: true,
}

const connectionFields: Record<StorageKind, readonly FieldDescription[]> = {
  s3: [
    name,
    { name: 'region', label: 'Region', placeholder: 'eu-west-1' },
    { name: 'access_key_id', label: 'Access key ID', hint: 'Needs only s3:ListBucket and s3:GetObject.' },
    { name: 'secret_access_key', label: 'Secret access key', secret: true },
    {
      name: 'session_token',
      label: 'Session token',
      hint: 'Only for temporary credentials.',
      optional: true,
      secret: true,
    },
    endpoint,
  ],
  azure_blob: [
    name,
    { name: 'account', label: 'Storage account', placeholder: 'acmebilling' },
    {
      name: 'sas_token',
      label: 'Shared access signature',
      hint: 'With Read and List permissions. Preferred over an account key.',
      optional: true,
      secret: true,
    },
    { name: 'account_key', label: 'Account key', hint: 'Use instead of a signature.', optional: true, secret: true },
    endpoint,
  ],
  gcs: [
    name,
    { name: 'access_id', label: 'HMAC access ID', hint: 'From a service account with the Storage Object Viewer role.' },
    { name: 'secret', label: 'HMAC secret', secret: true },
    endpoint,
  ],
}

const folderExamples: Record<StorageKind, string> = {
  s3: 's3://my-billing/exports/',
  azure_blob: 'az://container/exports/',
  gcs: 'gs://my-billing/exports/',
}

/** `isScheduled` adds the folder of exports. */
export function fieldsOf(kind: StorageKind, isScheduled: boolean): readonly FieldDescription[] {
  const [first = name, ...others] = connectionFields[kind]
  if (!isScheduled) return connectionFields[kind]
  const folder: FieldDescription = {
    name: 'export_address',
    label: 'Folder',
    hint: 'The folder of one export, with its manifests.',
    placeholder: folderExamples[kind],
  }
  return [first, folder, ...others]
}

/** The form's values as the API takes them; what was left empty is left out. */
export function toNewConnection(
  fields: readonly FieldDescription[],
  {
    kind,
    values,
    cloud,
  }: {
    kind: StorageKind
    values: Record<ConnectionField, string>
    cloud: 'public' | 'us_government' | 'china'
  },
): NewConnection {
  const entries = fields
    .map((field) => [field.name, values[field.name].trim()] as const)
    .filter(([, value]) => value !== '')
  return { kind, ...(kind === 'azure_blob' && { cloud }), ...Object.fromEntries(entries) } as NewConnection
}
