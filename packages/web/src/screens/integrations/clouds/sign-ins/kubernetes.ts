import type { SignIn } from '../sign-in.ts'

export const kubernetesSignIns: readonly SignIn[] = [
  {
    method: 'keys',
    label: 'Token',
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
  },
]
