import { type ReactNode, useState } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

interface AskFirstProps {
  /** The button that asks, and what it is about, read aloud. */
  label: string
  of?: string
  title: string
  /** What is lost. */
  words: ReactNode
  /** The button that acts says the act: "Remove the passkey". */
  act: string
  /** The button that leaves everything as it is; "Keep it" by itself. */
  keep?: string
  onAct(): void
  busy?: boolean
  size?: 'small' | 'medium'
  tone?: 'plain' | 'danger'
}

/** A button for what cannot be taken back: it says what will be lost, and waits. */
export function AskFirst({
  label,
  of,
  title,
  words,
  act,
  keep = 'Keep it',
  onAct,
  busy,
  size,
  tone = 'plain',
}: AskFirstProps) {
  const [asked, setAsked] = useState(false)
  return (
    <>
      <Button size={size} tone={tone} busy={busy} onClick={() => setAsked(true)}>
        {label}
        {of && <span className="sr-only"> {of}</span>}
      </Button>
      <Dialog
        open={asked}
        onOpenChange={setAsked}
        title={title}
        words={words}
        actions={
          <>
            <Button onClick={() => setAsked(false)}>{keep}</Button>
            <Button
              tone="danger"
              onClick={() => {
                setAsked(false)
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
