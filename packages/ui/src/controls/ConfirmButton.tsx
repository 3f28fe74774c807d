import { type ReactNode, useState } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

interface ConfirmButtonProps {
  /** The label of the button; `subject` completes it for screen readers. */
  label: string
  subject?: string
  title: string
  /** What the action removes or changes. */
  description: ReactNode
  /** The confirm label, a verb: "Remove passkey". */
  act: string
  /** The cancel label; defaults to "Keep it". */
  cancelLabel?: string
  onAct(): void
  isBusy?: boolean
  size?: 'small' | 'medium'
  tone?: 'plain' | 'danger'
}

/** A button for an irreversible action, with a confirmation dialog. */
export function ConfirmButton({
  label,
  subject,
  title,
  description,
  act,
  cancelLabel = 'Keep it',
  onAct,
  isBusy,
  size,
  tone = 'plain',
}: ConfirmButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button size={size} tone={tone} isBusy={isBusy} onClick={() => setIsOpen(true)}>
        {label}
        {subject && <span className="sr-only"> {subject}</span>}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={title}
        description={description}
        actions={
          <>
            <Button onClick={() => setIsOpen(false)}>{cancelLabel}</Button>
            <Button
              tone="danger"
              onClick={() => {
                setIsOpen(false)
                onAct()
              }}
            >
              {act}
            </Button>
          </>
        }
      >
        {null}
      </Dialog>
    </>
  )
}
