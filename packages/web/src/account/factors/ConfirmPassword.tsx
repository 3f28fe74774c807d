import { sentenceOf } from '@kept/client/errors.ts'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { PasswordInput } from '@kept/ui/controls/PasswordInput.tsx'
import { FormButtons } from '@kept/ui/form/FormButtons.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/client.ts'
import { checkBy } from '../../form/check-by.ts'
import { describeLoginFailure } from '../refusal.ts'
import { wantsPassword } from './confirm.ts'

/** Something to be done, and what follows once the person has shown again who they are. */
type Act = () => Promise<void>

/**
 * `act(run)` does it at once where the server lets it; otherwise it asks for the password first and then does it.
 * The caller must render the dialog.
 */
export function useConfirmedAct(): { act(run: Act): Promise<void>; dialog: ReactNode } {
  const [waiting, setWaiting] = useState<Act | null>(null)
  const act = async (run: Act) => {
    try {
      await run()
    } catch (error) {
      if (wantsPassword(error)) setWaiting(() => run)
      else toasts.show({ tone: 'error', title: sentenceOf(error) })
    }
  }
  const dialog = waiting && (
    <ConfirmPassword
      onClose={() => setWaiting(null)}
      onConfirmed={async () => {
        setWaiting(null)
        await act(waiting)
      }}
    />
  )
  return { act, dialog }
}

function ConfirmPassword({ onClose, onConfirmed }: { onClose(): void; onConfirmed(): Promise<void> }) {
  const { form, field, failure, isBusy } = useForm({
    ...checkBy({
      fields: ['password'],
      schema: () => import('@kept/contract/inputs/auth.ts').then(({ confirmIdentityInput }) => confirmIdentityInput),
      input: (values) => values,
      missing: { password: 'Enter your password.' },
    }),
    async send({ password }) {
      await api.auth.confirmIdentity.call({ password })
      await onConfirmed()
    },
    explain: (error) => ({ sentence: describeLoginFailure(error) }),
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Confirm your password"
      description="This changes how you sign in. Enter your password to continue."
    >
      <form {...form} className="space-y-4">
        <FormFailure sentence={failure} />
        <PasswordInput {...field('password')} label="Password" autoComplete="current-password" autoFocus />
        <FormButtons isBusy={isBusy} onCancel={onClose}>
          Continue
        </FormButtons>
      </form>
    </Dialog>
  )
}
