import { Button } from '@kept/ui/controls/Button.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { useState } from 'react'

/** Asked before something goes for good. */
export function Removal(props: { name: string; words: string; busy: boolean; onRemove(): void }) {
  const { name, words, busy, onRemove } = props
  const [asked, setAsked] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setAsked(true)}>
        Remove<span className="sr-only"> {name}</span>
      </Button>
      <Dialog
        open={asked}
        onOpenChange={setAsked}
        title={`Remove "${name}"?`}
        words={words}
        actions={
          <>
            <Button onClick={() => setAsked(false)}>Keep it</Button>
            <Button tone="danger" busy={busy} onClick={onRemove}>
              Remove
            </Button>
          </>
        }
      >
        {null}
      </Dialog>
    </>
  )
}
