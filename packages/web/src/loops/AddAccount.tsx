import { sentenceOf } from '@kept/client/errors.ts'
import type { RemediationProvider } from '@kept/domain/remediation-provider.ts'
import { Input, TextArea } from '@kept/ui/controls/Field.tsx'
import { FormButtons } from '@kept/ui/form/FormButtons.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../api/client.ts'
import { accountLabels, credentialFields, providerLabels } from './provider-labels.ts'

interface AddAccountProps {
  provider: RemediationProvider
  /** The least rights with which everything works. */
  rights: readonly string[]
  onDone(): void
}

/** Lets Kept act in one account, subscription, project or cluster. */
export function AddAccount({ provider, rights, onDone }: AddAccountProps) {
  const [draft, setDraft] = useState<Record<string, string>>({})
  const [mistake, setMistake] = useState('')
  const client = useQueryClient()
  const add = useMutation(
    api.remediation.addAccount.mutationOptions({
      onSuccess: async ({ data }) => {
        toasts.show({ title: 'Account added', body: data.name })
        await client.invalidateQueries({ queryKey: api.remediation.key() })
        await client.invalidateQueries({ queryKey: api.loops.key() })
        onDone()
      },
      onError: (error: unknown) => setMistake(sentenceOf(error)),
    }),
  )
  const fields = credentialFields[provider]
  const textOf = (key: string) => draft[key]?.trim() ?? ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const missing = fields.find(({ key, isOptional }) => !isOptional && textOf(key) === '')
    if (textOf('name') === '') return setMistake('Enter a name.')
    if (missing) return setMistake(`${missing.label} is missing.`)
    setMistake('')
    add.mutate({
      provider,
      name: textOf('name'),
      account: textOf('account'),
      credentials: Object.fromEntries(fields.map(({ key }) => [key, textOf(key)]).filter(([, text]) => text !== '')),
    })
  }
  const bind = (key: string) => ({
    value: draft[key] ?? '',
    onChange: (event: { target: { value: string } }) => setDraft({ ...draft, [key]: event.target.value }),
  })
  return (
    <form onSubmit={submit} aria-label={`Add ${providerLabels[provider]}`} className="mt-4 space-y-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Input label="Name" maxLength={200} {...bind('name')} />
        <Input
          label={accountLabels[provider]}
          hint="Leave empty for any account of this provider."
          {...bind('account')}
        />
        {fields
          .filter(({ isLong }) => !isLong)
          .map(({ key, label, hint, isSecret, isOptional }) => (
            <Input
              key={key}
              label={isOptional ? `${label} (optional)` : label}
              hint={hint}
              autoComplete="off"
              spellCheck={false}
              {...(isSecret && { type: 'password', autoComplete: 'new-password' })}
              {...bind(key)}
            />
          ))}
      </div>
      {fields
        .filter(({ isLong }) => isLong)
        .map(({ key, label, hint, isOptional }) => (
          <TextArea
            key={key}
            label={isOptional ? `${label} (optional)` : label}
            hint={hint}
            className="font-mono"
            spellCheck={false}
            {...bind(key)}
          />
        ))}
      <details className="text-small">
        <summary className="cursor-pointer text-soft">Required permissions</summary>
        <p className="mt-1 break-words font-mono text-micro">{[...new Set(rights)].join(', ')}</p>
      </details>
      {mistake && (
        <p role="alert" className="text-small text-leak">
          {mistake}
        </p>
      )}
      <FormButtons isBusy={add.isPending} onCancel={onDone}>
        Add account
      </FormButtons>
    </form>
  )
}
