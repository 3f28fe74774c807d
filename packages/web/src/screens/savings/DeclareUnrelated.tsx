import { sentenceOf } from '@kept/client/errors.ts'
import type { ReplacedAction } from '@kept/contract/routes/savings-replacements.ts'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { TextArea } from '@kept/ui/controls/Field.tsx'
import { FormButtons } from '@kept/ui/form/FormButtons.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../api/client.ts'
import { ResourceLabel } from './ResourceLabel.tsx'

export interface Declaration {
  action: ReplacedAction
  resource: string
  name: string
  unrelated: boolean
}

/** Declares a replacement unrelated, with a reason for the audit log. The saving is billed from then on. */
export function DeclareUnrelated({ declaration, onClose }: { declaration: Declaration | null; onClose(): void }) {
  return (
    <Dialog
      open={declaration !== null}
      onOpenChange={(open) => !open && onClose()}
      title={declaration?.unrelated === false ? 'Count it as a replacement?' : 'Declare it unrelated?'}
      description={
        declaration?.unrelated === false
          ? 'The next correction removes the saving.'
          : 'The saving is booked and billed with the next correction. Your reason is written to the audit log.'
      }
    >
      {declaration && <Form key={declaration.resource} declaration={declaration} onClose={onClose} />}
    </Dialog>
  )
}

function Form({
  declaration: { action, resource, name, unrelated },
  onClose,
}: {
  declaration: Declaration
  onClose(): void
}) {
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const declare = useMutation(api.savingsReplacements.declare.mutationOptions())
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() === '') return setMissing(true)
    try {
      await declare.mutateAsync({ id: action.action_id, resource_id: resource, unrelated, reason: reason.trim() })
    } catch {
      // The form shows why.
      return
    }
    toasts.show({ title: 'Saved', body: 'The affected months are recalculated.' })
    await client.invalidateQueries({ queryKey: api.savings.key() })
    await client.invalidateQueries({ queryKey: api.savingsReplacements.key() })
    onClose()
  }
  return (
    <form onSubmit={submit} className="space-y-4">
      <FormFailure sentence={declare.error ? sentenceOf(declare.error) : ''} />
      <ResourceLabel id={resource} name={name} />
      <TextArea
        label="Reason"
        aria-required
        maxLength={500}
        value={reason}
        error={isMissing && reason.trim() === '' ? 'Enter a reason.' : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
      <FormButtons isBusy={declare.isPending} onCancel={onClose}>
        {unrelated ? 'Declare unrelated' : 'Count as replacement'}
      </FormButtons>
    </form>
  )
}
