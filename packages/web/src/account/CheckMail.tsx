import { sentenceOf } from '@kept/client/errors.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { MailOpen } from 'lucide-react'
import { useState } from 'react'

interface CheckMailProps {
  email: string
  words: string
  /** Sends the mail once more. */
  again?(): Promise<unknown>
}

/** The next step is in the mailbox. It says the same for an address nobody knows. */
export function CheckMail({ email, words, again }: CheckMailProps) {
  const [busy, setBusy] = useState(false)
  const repeat = async () => {
    setBusy(true)
    try {
      await again?.()
      toasts.show({ title: 'Sent once more' })
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
        {words} It went to <strong className="break-words font-semibold">{email}</strong>, if that address can have one.
      </p>
      <p className="text-small text-soft">Nothing there after a few minutes? Look among the unwanted mail.</p>
      {again && (
        <Button busy={busy} onClick={() => void repeat()}>
          Send it again
        </Button>
      )}
    </div>
  )
}
