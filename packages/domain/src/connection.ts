/** A connection lets Kept read an organization's object storage or cloud. Its credentials are sealed and never returned. */

import * as z from 'zod'
import { awsAccessFields } from './cloud-access.ts'
import { connectionKinds } from './connection-kind.ts'
import { nameSchema } from './name.ts'
import { secretSchema as secret } from './secret-text.ts'

const connectionKindSchema = z.enum(connectionKinds)

/** What is shown of a connection. */
export const connectionSchema = z.object({
  id: z.uuid(),
  kind: connectionKindSchema,
  name: z.string(),
  /** Where it reads, without secrets: "eu-west-1", the storage account, or the address of an own storage server. */
  location: z.string(),
  created_by: z.string(),
  created_at: z.iso.datetime(),
})
export type Connection = z.infer<typeof connectionSchema>

const name = nameSchema(200)
/** A storage server of one's own; only where the operator lists it in KEPT_STORAGE_ENDPOINTS. */
const endpoint = z.url({ protocol: /^https?$/, error: 'must look like https://storage.example.com' }).optional()

/** The folder that a provider exports bills to: read three times a day by its manifests. Without it, nothing is scheduled. */
const export_address = z
  .string()
  .trim()
  .max(1000)
  .regex(/^[a-z0-9]+:\/\/[^/]+/, 'must be an address such as s3://bucket/path/')
  .optional()

const s3ConnectionSchema = z.strictObject({
  kind: z.literal('s3'),
  name,
  region: z
    .string()
    .trim()
    .regex(/^[a-z]{2}(?:-[a-z]+)+-\d{1,2}$/, 'must be a region such as eu-west-1'),
  access_key_id: secret,
  secret_access_key: secret,
  session_token: secret.optional(),
  endpoint,
  export_address,
})

const azureBlobConnectionSchema = z.strictObject({
  kind: z.literal('azure_blob'),
  name,
  account: z
    .string()
    .trim()
    .regex(/^[a-z0-9]{3,24}$/, 'must be the name of a storage account: 3 to 24 lowercase letters and digits'),
  /** Which Azure the account is in. */
  cloud: z.enum(['public', 'us_government', 'china']).default('public'),
  /** Either a shared access signature or an account key. */
  sas_token: secret.optional(),
  account_key: secret.regex(/^[A-Za-z0-9+/]+={0,2}$/, 'must be an account key in base64').optional(),
  endpoint,
  export_address,
})

const gcsConnectionSchema = z.strictObject({
  kind: z.literal('gcs'),
  name,
  access_id: secret,
  secret,
  endpoint,
  export_address,
})

const awsConnectionSchema = z.strictObject({
  kind: z.literal('aws'),
  name,
  /** Without credentials the connection only gets its external ID; `setAccess` adds them. */
  ...z.object(awsAccessFields).partial().shape,
  /** Only these; default: all regions that are enabled. */
  regions: z
    .array(
      z
        .string()
        .trim()
        .regex(/^[a-z]{2}(?:-[a-z]+)+-\d{1,2}$/, 'must be a region such as eu-west-1'),
    )
    .max(100)
    .default([]),
  endpoint,
})

/** Clouds that Kept reads by itself; the credentials follow when the access there was created. */
const azureConnectionSchema = z.strictObject({ kind: z.literal('azure'), name, endpoint })
const gcpConnectionSchema = z.strictObject({ kind: z.literal('gcp'), name, endpoint })
const ociConnectionSchema = z.strictObject({ kind: z.literal('oci'), name, endpoint })
const kubernetesConnectionSchema = z.strictObject({ kind: z.literal('kubernetes'), name, endpoint })

const azureBlobEitherKeySchema = azureBlobConnectionSchema.refine(
  ({ sas_token, account_key }) => (sas_token === undefined) !== (account_key === undefined),
  { path: ['sas_token'], message: 'provide either a shared access signature or an account key' },
)

export const newStorageConnectionSchema = z.discriminatedUnion('kind', [
  s3ConnectionSchema,
  azureBlobEitherKeySchema,
  gcsConnectionSchema,
])
export type NewStorageConnection = z.infer<typeof newStorageConnectionSchema>

export const newConnectionSchema = z.discriminatedUnion('kind', [
  s3ConnectionSchema,
  azureBlobEitherKeySchema,
  gcsConnectionSchema,
  awsConnectionSchema.refine(
    ({ access_key_id, secret_access_key }) => (access_key_id === undefined) === (secret_access_key === undefined),
    { path: ['secret_access_key'], message: 'must be given together with the access key ID' },
  ),
  azureConnectionSchema,
  gcpConnectionSchema,
  ociConnectionSchema,
  kubernetesConnectionSchema,
])
export type NewConnection = z.infer<typeof newConnectionSchema>
