import type { Import } from '@kept/domain/ingest.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { nameOf } from './words.ts'

/** Stopping a delivery, or taking it back after asking. */
export function useImportActions(delivery: Import) {
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  // Everything that is shown stands on the loads: after a change all of it is asked anew.
  const renew = () => client.invalidateQueries()
  const cancel = useMutation(
    api.imports.cancel.mutationOptions({
      onSuccess: () => {
        toasts.show({ title: 'Delivery cancelled', body: 'Nothing of it stays.' })
        return renew()
      },
    }),
  )
  const undo = useMutation(
    api.imports.undo.mutationOptions({
      onSuccess: () => {
        setAsking(false)
        toasts.show({ title: 'Delivery taken back', body: 'What it had replaced is current again.' })
        return renew()
      },
    }),
  )
  return {
    busy: cancel.isPending || undo.isPending,
    cancel: () => cancel.mutate({ id: delivery.id }),
    askUndo: () => setAsking(true),
    dialog: asking && (
      <Dialog
        open
        onOpenChange={setAsking}
        title="Take this delivery back?"
        words={`The rows of ${nameOf(delivery)} leave every total. A month it had replaced becomes current again. To have it back, bring the file in once more.`}
        actions={
          <>
            <Button tone="quiet" onClick={() => setAsking(false)}>
              Keep it
            </Button>
            <Button tone="danger" busy={undo.isPending} onClick={() => undo.mutate({ id: delivery.id })}>
              Take it back
            </Button>
          </>
        }
      >
        {null}
      </Dialog>
    ),
  }
}
