import { sentenceOf } from '@kept/client/errors.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { MailOpen } from 'lucide-react'
import { useState } from 'react'

interface CheckMailProps {
  email: string
  message: string
  /** Sends the mail once more. */
  resend?(): Promise<unknown>
}

/** The next step is in the mailbox. Shows the same for an unknown address. */
export function CheckMail({ email, message, resend }: CheckMailProps) {
  const [isBusy, setBusy] = useState(false)
  const repeat = async () => {
    setBusy(true)
    try {
      await resend?.()
      toasts.show({ title: 'Email sent again' })
    } catch (error) {
      toasts.show({ tone: 'error', title: sentenceOf(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div role="status" className="space-y-4">
      <MailOpen size={28} strokeWidth={1.25} aria-hidden="true" className="text-faint" />
      <p className="text-body">
        {message} Check the inbox of <strong className="break-words font-semibold">{email}</strong>.
      </p>
      <p className="text-small text-soft">No email after a few minutes? Check your spam folder.</p>
      {resend && (
        <Button isBusy={isBusy} onClick={() => void repeat()}>
          Resend email
        </Button>
      )}
    </div>
  )
}
