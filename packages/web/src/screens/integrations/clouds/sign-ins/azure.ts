import type { FieldDescription, SignIn } from '../sign-in.ts'

const application: readonly FieldDescription[] = [
  {
    name: 'tenant_id',
    label: 'Tenant ID',
    placeholder: '11111111-2222-3333-4444-555555555555',
    missing: 'Enter the tenant ID.',
  },
  { name: 'client_id', label: 'Client ID', hint: 'Of the application kept-reader.', missing: 'Enter the client ID.' },
]

const subscriptions: FieldDescription = {
  name: 'subscriptions',
  label: 'Subscriptions',
  hint: 'Leave empty to read all.',
  isList: true,
}

const stored = 'Kept tries the credentials before it stores them, encrypted. They are never shown again.'

export const azureSignIns: readonly SignIn[] = [
  {
    method: 'federation',
    label: 'Federation',
    grant: {
      title: '1. Create an application that trusts Kept',
      description:
        'The script creates the role Kept Reader and the application kept-reader with a federated credential for this connection. There is no secret. Nothing in it can change a resource.',
    },
    enter: {
      title: '2. Enter the application',
      description: 'Kept signs in before it stores the IDs. Nothing secret is stored.',
    },
    fields: [...application, subscriptions],
  },
  {
    method: 'certificate',
    label: 'Certificate',
    grant: {
      title: '1. Create a read-only application',
      description:
        'The script creates the role Kept Reader and the application kept-reader. Upload your certificate there, and delete the secret that the script prints.',
    },
    enter: { title: '2. Enter the application and the certificate', description: stored },
    fields: [
      ...application,
      {
        name: 'certificate',
        label: 'Certificate and private key',
        hint: 'In PEM.',
        isFile: true,
        missing: 'Paste the certificate and its private key.',
      },
      subscriptions,
    ],
  },
  {
    method: 'keys',
    label: 'Client secret',
    grant: {
      title: '1. Create a read-only application',
      description:
        'The script creates the role Kept Reader and the application kept-reader, and prints what to enter. Nothing in it can change a resource.',
    },
    enter: { title: '2. Enter the application and its secret', description: stored },
    fields: [
      ...application,
      {
        name: 'client_secret',
        label: 'Client secret',
        hint: 'Its value, not its ID.',
        isSecret: true,
        missing: 'Enter the client secret.',
      },
      subscriptions,
    ],
  },
]
