import { sentenceOf } from '@kept/client/errors.ts'
import { DELETION_GRACE_DAYS } from '@kept/domain/deletion.ts'
import { formatDay } from '@kept/foundation/format/day.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { saveResponse } from '../../csv/save-response.ts'
import { Section } from '../../shell/Page.tsx'
import { SettingRow } from '../../shell/SettingRow.tsx'

/** Exports what is stored about the user, and deletes the account or cancels that. */
export function AccountData({ email }: { email: string }) {
  const client = useQueryClient()
  const [isDeleting, setDeleting] = useState(false)
  const query = useQuery(api.deletion.getAccount.queryOptions({ input: {} }))
  const renew = () => client.invalidateQueries({ queryKey: api.deletion.key() })
  const exporting = useMutation({
    mutationFn: () => saveResponse('/v1/account/export', 'kept-account.json'),
    onError: (error) => toasts.show({ tone: 'error', title: 'Export failed', body: sentenceOf(error) }),
  })
  const cancel = useMutation(
    api.deletion.cancelAccount.mutationOptions({
      async onSuccess() {
        await renew()
        toasts.show({ title: 'Deletion canceled' })
      },
    }),
  )
  return (
    <Section title="Your data">
      <Loaded query={query} failed="The state of the deletion could not be loaded.">
        {({ data }) => (
          <>
            {data && (
              <Notice
                tone="watch"
                title={`Your account will be deleted on ${formatDay(data.due_at.slice(0, 10))}`}
                action={
                  <Button size="small" isBusy={cancel.isPending} onClick={() => cancel.mutate({})}>
                    Cancel deletion
                  </Button>
                }
              >
                Your name and address are then replaced everywhere.
              </Notice>
            )}
            <SettingRow
              title="Export your data"
              description="Profile, memberships, sessions and audit events, as one JSON file."
            >
              <Button isBusy={exporting.isPending} onClick={() => exporting.mutate()}>
                Export
              </Button>
            </SettingRow>
            {!data && (
              <SettingRow
                title="Delete account"
                description={`Deleted after ${DELETION_GRACE_DAYS} days; until then you can cancel. Organizations and their data stay.`}
              >
                <Button tone="danger" onClick={() => setDeleting(true)}>
                  Delete
                </Button>
              </SettingRow>
            )}
            {isDeleting && <DeleteAccount email={email} onClose={() => setDeleting(false)} onRequested={renew} />}
          </>
        )}
      </Loaded>
    </Section>
  )
}

interface DeleteAccountProps {
  email: string
  onClose(): void
  onRequested(): Promise<unknown>
}

function DeleteAccount({ email, onClose, onRequested }: DeleteAccountProps) {
  const [typedEmail, setTypedEmail] = useState('')
  const request = useMutation(
    api.deletion.requestAccount.mutationOptions({
      async onSuccess() {
        await onRequested()
        onClose()
        toasts.show({ title: 'Deletion requested', body: 'We sent you an email.' })
      },
    }),
  )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Delete your account?"
      description="Your name and address are replaced with a pseudonym in every organization you belong to."
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button
            tone="danger"
            isBusy={request.isPending}
            disabled={typedEmail.trim().toLowerCase() !== email}
            onClick={() => request.mutate({ email: typedEmail })}
          >
            Delete account
          </Button>
        </>
      }
    >
      <Input
        label="Type your email address to confirm"
        type="email"
        value={typedEmail}
        autoComplete="off"
        onChange={(event) => setTypedEmail(event.target.value)}
        {...(request.error && { error: sentenceOf(request.error) })}
      />
    </Dialog>
  )
}
