/** What the screens say of each cloud, and what its form asks for. */
import type { CloudKind, ConnectionKind, StorageKind } from '@kept/domain/connection-kind.ts'

export type AccessField =
  | 'role_arn'
  | 'access_key_id'
  | 'secret_access_key'
  | 'session_token'
  | 'tenant_id'
  | 'client_id'
  | 'client_secret'
  | 'certificate'
  | 'subscriptions'
  | 'service_account_key'
  | 'quota_project'
  | 'projects'
  | 'tenancy'
  | 'user'
  | 'fingerprint'
  | 'private_key'
  | 'region'
  | 'server'
  | 'token'
  | 'certificate_authority'

interface FieldDescription {
  name: AccessField
  label: string
  hint?: string
  placeholder?: string
  /** Hidden while it is typed. */
  isSecret?: boolean
  /** A file that is pasted. */
  isFile?: boolean
  /** Several values, separated by commas. */
  isList?: boolean
  /** What to say when it is empty; without it, it may be. */
  missing?: string
}

interface CloudDescription {
  label: string
  /** "subscription" */
  account: string
  /** What connecting adds, on the card that offers it. */
  adds: string
  namePlaceholder: string
  /** The first step, in the cloud. */
  grant: { title: string; description: string }
  /** The second step, in Kept. */
  enter: { title: string; description: string }
  fields: readonly FieldDescription[]
  /** Other names that a person searches for. */
  keywords: string
}

export const clouds: Readonly<Record<CloudKind, CloudDescription>> = {
  aws: {
    label: 'AWS',
    account: 'account',
    adds: 'Adds inventory and metrics of all accounts and regions. The first recommendations need no bill.',
    namePlaceholder: 'AWS, Northwind organization',
    grant: {
      title: '1. Create a read-only role',
      description:
        'The template creates the role KeptRead and the user kept-connector, who may only assume this role. Nothing in it can change a resource.',
    },
    enter: {
      title: '2. Enter the role and the access key',
      description:
        'Create an access key for kept-connector in AWS. Kept tries the credentials before it stores them, encrypted.',
    },
    fields: [
      {
        name: 'role_arn',
        label: 'Role ARN',
        hint: 'The output RoleArn of the stack. Without a role, Kept reads only the account of the key.',
        placeholder: 'arn:aws:iam::123456789012:role/KeptRead',
      },
      {
        name: 'access_key_id',
        label: 'Access key ID',
        hint: 'Of the user kept-connector, who may only assume the role.',
        missing: 'Enter the access key ID.',
      },
      {
        name: 'secret_access_key',
        label: 'Secret access key',
        isSecret: true,
        missing: 'Enter the secret access key.',
      },
      { name: 'session_token', label: 'Session token', hint: 'Only for temporary credentials.', isSecret: true },
    ],
    keywords: 'amazon web services ec2',
  },
  azure: {
    label: 'Azure',
    account: 'subscription',
    adds: 'Adds inventory and metrics of all subscriptions. The first recommendations need no bill.',
    namePlaceholder: 'Azure, Northwind tenant',
    grant: {
      title: '1. Create a read-only application',
      description:
        'The script creates the role Kept Reader and the application kept-reader, and prints what to enter. Nothing in it can change a resource.',
    },
    enter: {
      title: '2. Enter the application',
      description: 'Kept tries the credentials before it stores them, encrypted. They are never shown again.',
    },
    fields: [
      {
        name: 'tenant_id',
        label: 'Tenant ID',
        placeholder: '11111111-2222-3333-4444-555555555555',
        missing: 'Enter the tenant ID.',
      },
      {
        name: 'client_id',
        label: 'Client ID',
        hint: 'Of the application kept-reader.',
        missing: 'Enter the client ID.',
      },
      {
        name: 'client_secret',
        label: 'Client secret',
        hint: 'Its value, not its ID. Leave empty to use a certificate.',
        isSecret: true,
      },
      {
        name: 'certificate',
        label: 'Certificate and private key',
        hint: 'In PEM, instead of a secret.',
        isFile: true,
      },
      { name: 'subscriptions', label: 'Subscriptions', hint: 'Leave empty to read all.', isList: true },
    ],
    keywords: 'microsoft entra subscription',
  },
  gcp: {
    label: 'Google Cloud',
    account: 'project',
    adds: 'Adds inventory and metrics of all projects. The first recommendations need no bill.',
    namePlaceholder: 'Google Cloud, Northwind',
    grant: {
      title: '1. Create a read-only service account',
      description:
        'The script creates the role Kept Reader and the service account kept-reader with a key. Nothing in it can change a resource.',
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
      {
        name: 'quota_project',
        label: 'Quota project',
        hint: 'Whose quota the requests use. Leave empty for the project of the service account.',
      },
      { name: 'projects', label: 'Projects', hint: 'Leave empty to read all.', isList: true },
    ],
    keywords: 'gcp google cloud platform compute engine',
  },
  oci: {
    label: 'Oracle Cloud',
    account: 'compartment',
    adds: 'Adds inventory of all compartments and regions, and the cost reports, every day.',
    namePlaceholder: 'Oracle Cloud, Northwind',
    grant: {
      title: '1. Create a read-only user',
      description:
        'The script creates the group KeptReaders, the user kept-reader and an API signing key. Its policy can list resources and read cost reports, and change nothing.',
    },
    enter: {
      title: '2. Enter the user and the key',
      description: 'Kept tries the key before it stores it, encrypted. It is never shown again.',
    },
    fields: [
      { name: 'tenancy', label: 'Tenancy', placeholder: 'ocid1.tenancy.oc1..', missing: 'Enter the tenancy.' },
      { name: 'user', label: 'User', placeholder: 'ocid1.user.oc1..', missing: 'Enter the user.' },
      {
        name: 'fingerprint',
        label: 'Fingerprint',
        hint: 'Oracle Cloud shows it next to the API key of the user.',
        missing: 'Enter the fingerprint.',
      },
      {
        name: 'private_key',
        label: 'Private key',
        hint: 'The complete content of kept-key.pem.',
        isFile: true,
        missing: 'Paste the private key.',
      },
      {
        name: 'region',
        label: 'Home region',
        hint: 'Kept reads all regions that the tenancy uses.',
        placeholder: 'eu-frankfurt-1',
        missing: 'Enter the home region.',
      },
    ],
    keywords: 'oci oracle cloud infrastructure',
  },
  kubernetes: {
    label: 'Kubernetes',
    account: 'cluster',
    adds: 'Adds workloads, containers and what they use of their requests.',
    namePlaceholder: 'Kubernetes, shop cluster',
    grant: {
      title: '1. Create a read-only service account',
      description:
        'The manifest creates the service account kept-reader in the namespace kept. It can list objects and their use. It cannot read secrets.',
    },
    enter: {
      title: '2. Enter the address and the token',
      description:
        'Kept reaches the API server over the network. In a private network, the operator allows its range with KEPT_PRIVATE_NETWORKS.',
    },
    fields: [
      {
        name: 'server',
        label: 'API server',
        placeholder: 'https://cluster.example.com:6443',
        missing: 'Enter the address of the API server.',
      },
      { name: 'token', label: 'Token', isSecret: true, missing: 'Enter the token.' },
      {
        name: 'certificate_authority',
        label: 'Certificate authority',
        hint: 'In PEM. Leave empty when the certificate is of a public authority.',
        isFile: true,
      },
    ],
    keywords: 'k8s eks aks gke openshift containers pods',
  },
}

/** Folders of exports, which are read by their manifests. */
export const exportFolders = {
  label: 'Exports in a bucket',
  adds: 'Reads the bills that your cloud exports, three times a day. A month that is exported again is replaced.',
  keywords: 'focus cur data export billing storage minio s3 blob gcs manifest schedule',
} as const

const storageLabels: Readonly<Record<StorageKind, string>> = {
  s3: 'Amazon S3',
  azure_blob: 'Azure Blob Storage',
  gcs: 'Google Cloud Storage',
}

/** What the card and the page of any connection say of its kind. */
export function describeKind(kind: ConnectionKind): { label: string; account: string; unit: string; keywords: string } {
  if (kind === 's3' || kind === 'azure_blob' || kind === 'gcs')
    return { label: storageLabels[kind], account: 'export', unit: 'month', keywords: exportFolders.keywords }
  const { label, account, keywords } = clouds[kind]
  return { label, account, unit: 'unit', keywords }
}
