/** What Kept signs in to each cloud with. It is sealed when it is stored, and never returned. */
import { uuidPattern } from '@kept/foundation/uuid.ts'
import * as z from 'zod'
import { secretSchema } from './secret-text.ts'

const uuid = (what: string) =>
  z
    .string()
    .trim()
    .regex(uuidPattern, `must be ${what}, such as 11111111-2222-3333-4444-555555555555`)
    .transform((id) => id.toLowerCase())

/**
 * `federation`: the cloud trusts tokens that Kept signs for this connection, and nothing secret is stored. Without a
 * method, the fields hold a key.
 */
export const signInMethods = ['federation', 'keys'] as const
const federated = { method: z.literal('federation') }
const withKeys = { method: z.literal('keys').optional() }

const roleArn = z
  .string()
  .trim()
  .regex(
    /^arn:aws[a-z-]*:iam::\d{12}:role\/[\w+=,.@/-]{1,512}$/,
    'must be the ARN of a role, such as arn:aws:iam::123456789012:role/KeptRead',
  )

/** Keys, and a role that they may assume with the connection's external ID. */
export const awsAccessFields = {
  access_key_id: secretSchema,
  secret_access_key: secretSchema,
  session_token: secretSchema.optional(),
  role_arn: roleArn.optional(),
}
const awsAccessSchema = z.discriminatedUnion('method', [
  z.strictObject({ ...federated, role_arn: roleArn }),
  z.strictObject({ ...withKeys, ...awsAccessFields }),
])

export const azureClouds = ['public', 'us_government', 'china'] as const

const azureFields = {
  tenant_id: uuid('the ID of a tenant'),
  client_id: uuid('the ID of an application'),
  cloud: z.enum(azureClouds).default('public'),
  /** Only these; default: all that the application can read. */
  subscriptions: z.array(uuid('the ID of a subscription')).max(1000).default([]),
}

const azureKeysSchema = z
  .strictObject({
    ...withKeys,
    ...azureFields,
    client_secret: secretSchema.optional(),
    certificate: z
      .string()
      .trim()
      .max(30_000)
      .refine(
        (pem) => pem.includes('BEGIN CERTIFICATE') && pem.includes('BEGIN PRIVATE KEY'),
        'must be a PEM file with a certificate and its private key',
      )
      .optional(),
  })
  .refine(({ client_secret, certificate }) => (client_secret === undefined) !== (certificate === undefined), {
    path: ['client_secret'],
    message: 'provide either a client secret or a certificate',
  })

/** An application of a tenant, with a federated credential, a secret or a certificate. */
export const azureAccessSchema = z.discriminatedUnion('method', [
  z.strictObject({ ...federated, ...azureFields }),
  azureKeysSchema,
])

const serviceAccountKeySchema = z.object({
  type: z.literal('service_account'),
  client_email: z.email(),
  private_key: z.string().includes('PRIVATE KEY'),
  private_key_id: z.string().optional(),
  project_id: z.string().optional(),
})

const projectId = z
  .string()
  .trim()
  .regex(/^(?:[a-z0-9.-]+:)?[a-z][a-z0-9-]{4,28}[a-z0-9]$/, 'must be the ID of a project, such as shop-production')

/** How the address of a billing export begins. Addresses of buckets begin otherwise. */
export const billingExportScheme = 'bigquery://'

/** project.dataset, or one table or view in it; Google's own names of tables need not be entered. */
export const billingExportPattern =
  /^((?:[a-z0-9.-]{1,80}:)?[a-z][a-z0-9-]{4,28}[a-z0-9])(?:\.(\w{1,1024})(?:\.([\w-]{1,1024}))?)?$/

const gcpFields = {
  /** The project that requests are counted for; default: the one of the service account or of the pool. */
  quota_project: projectId.optional(),
  /** Only these; default: all that can be read. */
  projects: z.array(projectId).max(1000).default([]),
  /** The BigQuery dataset of the billing export; default: bills are not read. */
  billing_export: z
    .string()
    .trim()
    .regex(billingExportPattern, 'must be the dataset of the billing export, such as shop-billing.billing')
    .optional(),
}

const providerName =
  /^projects\/\d{6,20}\/locations\/global\/workloadIdentityPools\/[a-z0-9-]{4,32}\/providers\/[a-z0-9-]{4,32}$/
const serviceAccountEmail = /^[a-z][a-z0-9-]{4,28}[a-z0-9]@[a-z0-9.-]{1,100}\.gserviceaccount\.com$/

/** A provider of a workload identity pool, or the key file of a service account. Addresses in the file are never used. */
export const gcpAccessSchema = z.discriminatedUnion('method', [
  z.strictObject({
    ...federated,
    workload_identity_provider: z
      .string()
      .trim()
      .regex(
        providerName,
        'must be the name of a provider, such as projects/123456789012/locations/global/workloadIdentityPools/kept/providers/kept',
      ),
    /** Impersonated with the token; without it, the roles are granted to the subject itself. */
    service_account: z
      .string()
      .trim()
      .regex(
        serviceAccountEmail,
        'must be the email address of a service account, such as kept-reader@shop-production.iam.gserviceaccount.com',
      )
      .optional(),
    ...gcpFields,
  }),
  z.strictObject({
    ...withKeys,
    service_account_key: z
      .string()
      .trim()
      .max(20_000)
      .refine((text) => readServiceAccountKey(text) !== undefined, 'must be the JSON key file of a service account'),
    ...gcpFields,
  }),
])

export interface ServiceAccountKey {
  client_email: string
  private_key: string
  private_key_id: string
  project_id: string
}

/** Undefined when the text is no key file of a service account. */
export function readServiceAccountKey(text: string): ServiceAccountKey | undefined {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return undefined
  }
  const parsed = serviceAccountKeySchema.safeParse(json)
  if (!parsed.success) return undefined
  const { client_email, private_key, private_key_id = '', project_id = '' } = parsed.data
  return { client_email, private_key, private_key_id, project_id }
}

const ocidPatterns = {
  tenancy: /^ocid1\.tenancy\.[a-z0-9-]+\.[a-z0-9-]*\.[a-z0-9.]+$/,
  user: /^ocid1\.user\.[a-z0-9-]+\.[a-z0-9-]*\.[a-z0-9.]+$/,
}

const ocid = (kind: keyof typeof ocidPatterns) =>
  z.string().trim().max(255).regex(ocidPatterns[kind], `must be the OCID of a ${kind}, such as ocid1.${kind}.oc1..aaaa`)

/** A user of a tenancy, with an API signing key. */
export const ociAccessSchema = z.strictObject({
  tenancy: ocid('tenancy'),
  user: ocid('user'),
  fingerprint: z
    .string()
    .trim()
    .regex(/^(?:[0-9a-f]{2}:){15}[0-9a-f]{2}$/i, 'must be the fingerprint of the key, such as 20:3b:97:...')
    .transform((fingerprint) => fingerprint.toLowerCase()),
  private_key: z
    .string()
    .trim()
    .max(20_000)
    .includes('PRIVATE KEY', { error: 'must be the private key in PEM' })
    .refine((pem) => !pem.includes('ENCRYPTED'), 'must have no passphrase'),
  /** The home region. */
  region: z
    .string()
    .trim()
    .regex(/^[a-z]{2,3}-[a-z]+-\d{1,2}$/, 'must be a region such as eu-frankfurt-1'),
})

/** The API server of a cluster, and the token of a service account in it. */
export const kubernetesAccessSchema = z.strictObject({
  server: z.url({ protocol: /^https$/, error: 'must look like https://cluster.example.com:6443' }),
  token: z
    .string()
    .trim()
    .min(1)
    .max(10_000)
    .regex(/^[\x21-\x7e]+$/, 'must not contain spaces or control characters'),
  certificate_authority: z
    .string()
    .trim()
    .max(30_000)
    .includes('BEGIN CERTIFICATE', { error: 'must be a certificate in PEM' })
    .optional(),
})

/** By the kind of connection. */
export const cloudAccessSchemas = {
  aws: awsAccessSchema,
  azure: azureAccessSchema,
  gcp: gcpAccessSchema,
  oci: ociAccessSchema,
  kubernetes: kubernetesAccessSchema,
} as const

const text = z.string().max(30_000).optional()
/** Any of them, as a request carries it; each kind of connection takes its own fields. */
export const anyCloudAccessSchema = z.strictObject({
  method: z.enum(signInMethods).optional(),
  access_key_id: text,
  secret_access_key: text,
  session_token: text,
  role_arn: text,
  tenant_id: text,
  client_id: text,
  client_secret: text,
  certificate: text,
  cloud: z.enum(azureClouds).optional(),
  subscriptions: z.array(z.string().max(100)).max(1000).optional(),
  service_account_key: text,
  workload_identity_provider: text,
  service_account: text,
  quota_project: text,
  projects: z.array(z.string().max(100)).max(1000).optional(),
  billing_export: text,
  tenancy: text,
  user: text,
  fingerprint: text,
  private_key: text,
  region: text,
  server: text,
  token: text,
  certificate_authority: text,
})
