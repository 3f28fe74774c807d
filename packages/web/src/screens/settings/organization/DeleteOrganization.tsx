import { sentenceOf } from '@kept/client/errors.ts'
import { type DeletionReason, deletionReasons } from '@kept/domain/deletion.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'

const reasonLabels: Record<DeletionReason, string> = {
  no_longer_needed: 'No longer needed',
  moved_elsewhere: 'Moved elsewhere',
  privacy: 'Privacy',
  other: 'Other',
}

interface DeleteOrganizationProps {
  id: string
  name: string
  onClose(): void
  onRequested(): Promise<unknown>
}

/** Asks for the name, so that no one deletes the wrong organization. */
export function DeleteOrganization({ id, name, onClose, onRequested }: DeleteOrganizationProps) {
  const [typedName, setTypedName] = useState('')
  const [reason, setReason] = useState<DeletionReason>('no_longer_needed')
  const request = useMutation(
    api.deletion.requestOrganization.mutationOptions({
      async onSuccess() {
        await onRequested()
        onClose()
        toasts.show({ title: 'Deletion requested', body: 'Everyone was notified.' })
      },
    }),
  )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${name}?`}
      description="What stays: the savings ledger and the audit log without names, and issued invoices."
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button
            tone="danger"
            isBusy={request.isPending}
            disabled={typedName.trim() !== name}
            onClick={() => request.mutate({ id, name: typedName, reason })}
          >
            Delete organization
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <Input
          label={`Type "${name}" to confirm`}
          value={typedName}
          autoComplete="off"
          onChange={(event) => setTypedName(event.target.value)}
          {...(request.error && { error: sentenceOf(request.error) })}
        />
        <Select<DeletionReason>
          label="Reason"
          value={reason}
          options={deletionReasons.map((value) => ({ value, label: reasonLabels[value] }))}
          onChange={setReason}
        />
      </div>
    </Dialog>
  )
}
