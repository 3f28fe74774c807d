import { Button } from '@kept/ui/controls/Button.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { useState } from 'react'

/** A remove button with a confirmation. */
export function Removal(props: { name: string; description: string; isBusy: boolean; onRemove(): void }) {
  const { name, description, isBusy, onRemove } = props
  const [isConfirming, setIsConfirming] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setIsConfirming(true)}>
        Remove<span className="sr-only"> {name}</span>
      </Button>
      <Dialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={`Remove "${name}"?`}
        description={description}
        actions={
          <>
            <Button onClick={() => setIsConfirming(false)}>Keep it</Button>
            <Button tone="danger" isBusy={isBusy} onClick={onRemove}>
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
