import { useForm } from '@kept/ui/form/useForm.ts'
import { checkBy } from '../form/check-by.ts'
import { explainFor } from './refusal.ts'

/** The form of an organization's name, for a new organization and for one that is renamed. */
export function useOrganizationNameForm(send: (name: string) => Promise<void>) {
  return useForm({
    ...checkBy({
      fields: ['name'],
      schema: () =>
        import('@kept/contract/inputs/organizations.ts').then(({ createOrganizationInput }) => createOrganizationInput),
      input: (values) => values,
      missing: { name: 'Enter a name.' },
    }),
    send: ({ name }) => send(name),
    explain: explainFor({ name: 'name' }),
  })
}
