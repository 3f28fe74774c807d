import type { Import } from '@kept/domain/ingest.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { isUnderWay, nameOf } from './words.ts'

/** Stopping a delivery and taking one back, both after asking. */
export function useImportActions(delivery: Import) {
  const client = useQueryClient()
  const [asking, setAsking] = useState<'undo' | 'cancel' | null>(null)
  // Everything that is shown stands on the loads: after a change all of it is asked anew.
  const renew = () => client.invalidateQueries()
  const cancel = useMutation(
    api.imports.cancel.mutationOptions({
      onSuccess: () => {
        setAsking(null)
        toasts.show({ title: 'Delivery cancelled', body: 'Nothing of it stays.' })
        return renew()
      },
    }),
  )
  const undo = useMutation(
    api.imports.undo.mutationOptions({
      onSuccess: () => {
        setAsking(null)
        toasts.show({ title: 'Delivery taken back', body: 'What it had replaced is current again.' })
        return renew()
      },
    }),
  )
  return {
    busy: cancel.isPending || undo.isPending,
    askCancel: () => setAsking('cancel'),
    askUndo: () => setAsking('undo'),
    dialog:
      asking === 'undo' ? (
        <Ask
          title="Take this delivery back?"
          words={`The rows of ${nameOf(delivery)} leave every total. A month it had replaced becomes current again. To have it back, bring the file in once more.`}
          act="Take it back"
          busy={undo.isPending}
          onAct={() => undo.mutate({ id: delivery.id })}
          onKeep={() => setAsking(null)}
        />
      ) : (
        // It may have come to its end while the question stood there.
        asking === 'cancel' &&
        isUnderWay(delivery) && (
          <Ask
            title="Stop bringing this in?"
            words={`What was read of ${nameOf(delivery)} is thrown away; no total has changed yet. To have it, bring the file in once more.`}
            act="Stop it"
            busy={cancel.isPending}
            onAct={() => cancel.mutate({ id: delivery.id })}
            onKeep={() => setAsking(null)}
          />
        )
      ),
  }
}

interface AskProps {
  title: string
  words: string
  act: string
  busy: boolean
  onAct(): void
  onKeep(): void
}

function Ask({ title, words, act, busy, onAct, onKeep }: AskProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onKeep()}
      title={title}
      words={words}
      actions={
        <>
          <Button tone="quiet" onClick={onKeep}>
            Keep it
          </Button>
          <Button tone="danger" busy={busy} onClick={onAct}>
            {act}
          </Button>
        </>
      }
    >
      {null}
    </Dialog>
  )
}
