import type { SignIn } from '../sign-in.ts'

export const ociSignIns: readonly SignIn[] = [
  {
    method: 'keys',
    label: 'API signing key',
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
  },
]
